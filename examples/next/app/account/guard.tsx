'use client';

import { useAuth } from 'auth-widget/react';
import { useRouter } from 'next/navigation';
import { useEffect, type ReactNode } from 'react';

/** Shows its children to people who are signed in, and sends everybody else to the sign-in. Your API guards the data. */
export function Guard({ children }: { children: ReactNode }) {
  const { isAuthenticated, isLoading } = useAuth().state;
  const router = useRouter();
  // `isLoading` is true while a stored session is being restored. Nobody is sent away until then.
  const isRefused = !isAuthenticated && !isLoading;
  useEffect(() => {
    if (isRefused) router.replace('/sign-in');
  }, [isRefused, router]);
  return isAuthenticated ? children : <p>One moment…</p>;
}
