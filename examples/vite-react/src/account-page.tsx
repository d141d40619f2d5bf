import { useAuth } from 'auth-widget/react';
import { useEffect } from 'react';
import { replacePath } from './path';

/** A page for people who are signed in. Everybody else is sent to the sign-in. Your API guards the data. */
export function AccountPage() {
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
