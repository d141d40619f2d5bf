import { AuthProvider, useAuth } from 'auth-widget/solid';
import { createEffect, Show } from 'solid-js';
import { path, replacePath } from './path';

export const App = () => (
  <AuthProvider baseUrl="/">
    <Header />
    <main>
      <Show when={path() === '/account'} fallback={<SignInPage />}>
        <AccountPage />
      </Show>
    </main>
  </AuthProvider>
);

function Header() {
  const { state } = useAuth();
  // Until a stored session is restored, nobody knows who is signed in.
  const unknown = () => (state().isLoading ? '' : 'Signed out');
  return (
    <header>
      <nav>
        <a href="/">Home</a> <a href="/account">Account</a>
      </nav>
      <p>{state().isAuthenticated ? `Signed in as ${state().displayName}` : unknown()}</p>
    </header>
  );
}

function SignInPage() {
  const { client } = useAuth();
  return (
    <auth-widget
      client={client}
      lang="en"
      on:auth-signed-in={({ displayName }) => {
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
  createEffect(() => {
    // `isLoading` is true while a stored session is being restored. Nobody is sent away until then.
    if (!state().isAuthenticated && !state().isLoading) replacePath('/?next=/account');
  });
  return (
    <Show when={state().isAuthenticated}>
      <h1>Account of {state().displayName}</h1>
      <button type="button" onClick={logout}>
        Sign out
      </button>
    </Show>
  );
}
