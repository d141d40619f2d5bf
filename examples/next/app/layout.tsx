import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Auth } from './auth';
import { Header } from './header';
import { auth } from './server-session';
import { SessionKeeper } from './session-keeper';

export const metadata: Metadata = { title: 'Sign in' };

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        {/* Next may send `metadata` after the rest of the page. A browser that finds no icon by then asks for /favicon.ico. */}
        <link rel="icon" href="data:," />
      </head>
      <body>
        <Auth>
          <SessionKeeper person={await auth()}>
            <Header />
            <main>{children}</main>
          </SessionKeeper>
        </Auth>
      </body>
    </html>
  );
}
