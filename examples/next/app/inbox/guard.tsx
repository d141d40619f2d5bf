'use client';

import { useAuth } from 'auth-widget/react';
import { useRouter } from 'next/navigation';
import { useEffect, type ReactNode } from 'react';

/** Shows its children to a person who is signed in, and leads anybody else to the sign-in. The data is guarded by your API. */
export function Guard({ children }: { children: ReactNode }) {
  const { isAuthenticated, isLoading } = useAuth().state;
  const router = useRouter();
  // While a stored session is being restored, `isLoading` is true: nobody is sent away.
  const isRefused = !isAuthenticated && !isLoading;
  useEffect(() => {
    if (isRefused) router.replace('/sign-in');
  }, [isRefused, router]);
  return isAuthenticated ? children : <p>One moment…</p>;
}
