'use client';

import { useAuth } from 'auth-widget/react';

export function Account() {
  const { state, logout } = useAuth();
  return (
    <>
      <h1>Account of {state.displayName}</h1>
      <button type="button" onClick={logout}>
        Sign out
      </button>
    </>
  );
}
