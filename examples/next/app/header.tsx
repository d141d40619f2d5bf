'use client';

import { useAuth } from 'auth-widget/react';
import Link from 'next/link';
import { useEffect } from 'react';

export function Header() {
  const { isAuthenticated, isLoading, userId, displayName } = useAuth().state;
  useEffect(() => {
    if (userId) console.log('Hello', displayName);
  }, [userId, displayName]);
  return (
    <header>
      {/* Until a stored session is restored, nobody knows who is signed in. */}
      <p>{isAuthenticated ? `Signed in as ${displayName}` : isLoading ? '' : 'Signed out'}</p>
      <nav>
        <Link href="/">Home</Link> <Link href="/account">Account</Link>
      </nav>
    </header>
  );
}
