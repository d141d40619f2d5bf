'use client';

import { useAuth } from 'auth-widget/react';
import { createContext, useContext, useEffect, useState } from 'react';

export interface Person {
  readonly userId: string | null;
  readonly displayName: string | null;
}

/** The person for whom the server rendered the page. */
export const RenderedFor = createContext<Person | undefined>(undefined);

/**
 * Who is signed in: null for nobody, undefined while that isn't known yet. Until the stored session has been restored, this is the
 * person for whom the server rendered the page.
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
