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
  return <header>{state.isAuthenticated ? `Signed in as ${state.displayName}` : 'Signed out'}</header>;
}
