import { AuthProvider, AuthWidget, useAuth } from 'auth-widget/react';

export function App() {
  return (
    <AuthProvider baseUrl="/">
      <Header />
      <AuthWidget lang="en" onAuthSignedIn={({ displayName }) => console.log('Hello', displayName)} />
    </AuthProvider>
  );
}

function Header() {
  const { state } = useAuth();
  if (state.isAuthenticated) return <header>Signed in as {state.displayName}</header>;
  return <header>{state.isLoading ? '' : 'Signed out'}</header>;
}
