import { AuthProvider, AuthWidget, useAuth } from 'auth-widget/react';
import { Inbox } from './inbox';

export function App() {
  return (
    <AuthProvider baseUrl="/">
      <Header />
      <AuthWidget lang="en" onAuthSignedIn={({ displayName }) => console.log('Hello', displayName)}>
        <p slot="footer">By signing in you accept the terms.</p>
      </AuthWidget>
      <Inbox />
    </AuthProvider>
  );
}

function Header() {
  const { state } = useAuth();
  return <header>{state.isAuthenticated ? `Signed in as ${state.displayName}` : 'Signed out'}</header>;
}
