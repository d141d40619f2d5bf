'use client';

import { useAuth } from 'auth-widget/react';
import { usePerson } from '../person';

export function Account() {
  const { logout } = useAuth();
  return (
    <>
      <h1>Account of {usePerson()?.displayName}</h1>
      <button type="button" onClick={logout}>
        Sign out
      </button>
    </>
  );
}
