import { AuthProvider } from 'auth-widget/react';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Header } from './header';

export const metadata: Metadata = { title: 'Sign in', icons: { icon: 'data:,' } };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <AuthProvider baseUrl="/">
          <Header />
          <main>{children}</main>
        </AuthProvider>
      </body>
    </html>
  );
}
