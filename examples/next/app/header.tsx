'use client';

import { useAuth } from 'auth-widget/react';
import Link from 'next/link';
import { useEffect } from 'react';
import { usePerson } from './person';

export function Header() {
  const { userId, displayName } = useAuth().state;
  const person = usePerson();
  useEffect(() => {
    if (userId) console.log('Hello', displayName);
  }, [userId, displayName]);
  return (
    <header>
      {/* Until a stored session is restored, nobody may know who is signed in. */}
      <p>{person ? `Signed in as ${person.displayName}` : person === null ? 'Signed out' : ''}</p>
      <nav>
        <Link href="/">Home</Link> <Link href="/account">Account</Link>
      </nav>
    </header>
  );
}
