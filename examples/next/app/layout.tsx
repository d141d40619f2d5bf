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
        {/* Without this line, a browser asks for /favicon.ico. An icon in `metadata` may come too late: Next can send it after the page. */}
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
