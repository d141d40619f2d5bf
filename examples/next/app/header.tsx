'use client';

import { useAuth } from 'auth-widget/react';
import Link from 'next/link';
import { useEffect } from 'react';

export function Header() {
  const { isAuthenticated, userId, displayName } = useAuth().state;
  useEffect(() => {
    if (userId) console.log('Hello', displayName);
  }, [userId, displayName]);
  return (
    <header>
      <p>{isAuthenticated ? `Signed in as ${displayName}` : 'Signed out'}</p>
      <Link href="/inbox">Inbox</Link>
    </header>
  );
}
