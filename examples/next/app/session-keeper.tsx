'use client';

import { useAuth } from 'auth-widget/react';
import { keepServerSession } from 'auth-widget/server/page';
import { useEffect, type ReactNode } from 'react';
import { RenderedFor, type Person } from './person';

/** Tells this app's server of each sign-in, renewal and sign-out. */
export function SessionKeeper({ person, children }: { person: Person | undefined; children: ReactNode }) {
  const { client } = useAuth();
  const isSignedIn = person !== undefined;
  useEffect(() => keepServerSession(client, { path: '/auth/session', isSignedIn }), [client, isSignedIn]);
  return <RenderedFor value={person}>{children}</RenderedFor>;
}
