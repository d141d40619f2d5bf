'use client';

// Before the elements, which continue with the form that the server has rendered.
import 'auth-widget/html/takeover.js';
import { AuthProvider } from 'auth-widget/react';
import type { ReactNode } from 'react';

export function Auth({ children }: { children: ReactNode }) {
  return <AuthProvider baseUrl="/">{children}</AuthProvider>;
}
