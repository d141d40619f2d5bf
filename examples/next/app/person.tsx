'use client';

import { useAuth } from 'auth-widget/react';
import { createContext, useContext, useEffect, useState } from 'react';

export interface Person {
  readonly userId: string | null;
  readonly displayName: string | null;
}

/** The person whom the server has rendered the page for. */
export const RenderedFor = createContext<Person | undefined>(undefined);

/**
 * Who is signed in: null if nobody is, undefined while nobody knows. Until the stored session is restored, it is the person whom the
 * server has rendered the page for.
 */
export function usePerson(): Person | null | undefined {
  const { isAuthenticated, isLoading, userId, displayName } = useAuth().state;
  const renderedFor = useContext(RenderedFor);
  const [isRestored, setIsRestored] = useState(false);
  useEffect(() => {
    if (!isLoading) setIsRestored(true);
  }, [isLoading]);
  if (isAuthenticated) return { userId, displayName };
  return isLoading && !isRestored ? renderedFor : null;
}
