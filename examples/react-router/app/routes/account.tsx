import { useAuth } from 'auth-widget/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** A page for people who are signed in. Everybody else is sent to the sign-in. Your API guards the data. */
export default function AccountPage() {
  const { state, logout } = useAuth();
  const navigate = useNavigate();
  // `isLoading` is true on the server, and while a stored session is being restored. Nobody is sent away until then.
  const isRefused = !state.isAuthenticated && !state.isLoading;
  useEffect(() => {
    if (isRefused) void navigate('/?next=/account', { replace: true });
  }, [isRefused, navigate]);
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
