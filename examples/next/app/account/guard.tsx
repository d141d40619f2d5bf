'use client';

import { useRouter } from 'next/navigation';
import { useEffect, type ReactNode } from 'react';
import { usePerson } from '../person';

/** Shows its children to people who are signed in, and sends everybody else to the sign-in. Your API guards the data. */
export function Guard({ children }: { children: ReactNode }) {
  const person = usePerson();
  const router = useRouter();
  // `undefined` while a stored session is being restored. Nobody is sent away until then.
  const isRefused = person === null;
  useEffect(() => {
    if (isRefused) router.replace('/sign-in');
  }, [isRefused, router]);
  return person ? children : <p>One moment…</p>;
}
