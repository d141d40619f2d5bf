import { AuthProvider, useAuth } from 'auth-widget/preact';
import { useEffect } from 'preact/hooks';
import { replacePath, usePath } from './path';

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
        <a href="/">Home</a> <a href="/account">Account</a>
      </nav>
      {/* Until a stored session is restored, nobody knows who is signed in. */}
      <p>{state.isAuthenticated ? `Signed in as ${state.displayName}` : state.isLoading ? '' : 'Signed out'}</p>
    </header>
  );
}

function SignInPage() {
  const { client } = useAuth();
  return (
    <auth-widget
      client={client}
      lang="en"
      onauth-signed-in={({ displayName }) => {
        console.log('Hello', displayName);
        // AccountPage set `next`. Anybody can write one into a link, so no other address is followed.
        if (new URLSearchParams(location.search).get('next') === '/account') replacePath('/account');
      }}
    />
  );
}

/** A page for people who are signed in. Everybody else is sent to the sign-in. Your API guards the data. */
function AccountPage() {
  const { state, logout } = useAuth();
  // `isLoading` is true while a stored session is being restored. Nobody is sent away until then.
  const isRefused = !state.isAuthenticated && !state.isLoading;
  useEffect(() => {
    if (isRefused) replacePath('/?next=/account');
  }, [isRefused]);
  if (!state.isAuthenticated) return null;
  return (
    <>
      <h1>Account of {state.displayName}</h1>
      <button type="button" onClick={logout}>
        Sign out
      </button>
    </>
  );
}
