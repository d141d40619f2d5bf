import { AuthProvider, AuthWidget, useAuth } from 'auth-widget/react';
import { AccountPage } from './account-page';
import { Link, replacePath, usePath } from './path';

export function App() {
  return (
    <AuthProvider baseUrl="/">
      <Header />
      <main>{usePath() === '/account' ? <AccountPage /> : <SignInPage />}</main>
    </AuthProvider>
  );
}

function Header() {
  const { state } = useAuth();
  return (
    <header>
      <nav>
        <Link to="/">Home</Link> <Link to="/account">Account</Link>
      </nav>
      {/* `isLoading` is true until it is known who is signed in, and again during each operation of the widget. */}
      <p>{state.isAuthenticated ? `Signed in as ${state.displayName}` : state.isLoading ? '' : 'Signed out'}</p>
    </header>
  );
}

function SignInPage() {
  return (
    <AuthWidget
      lang="en"
      onAuthSignedIn={({ displayName }) => {
        console.log('Hello', displayName);
        // AccountPage set `next`. Anybody can write one into a link, so no other address is followed.
        if (new URLSearchParams(location.search).get('next') === '/account') replacePath('/account');
      }}
    />
  );
}
