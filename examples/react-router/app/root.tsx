import { AuthProvider, useAuth } from 'auth-widget/react';
import type { ReactNode } from 'react';
import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import './style.css';

export const meta = () => [{ title: 'React Router with auth-widget' }];
export const links = () => [{ rel: 'icon', href: 'data:,' }];

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <AuthProvider baseUrl="/">
      <Header />
      <main>
        <Outlet />
      </main>
    </AuthProvider>
  );
}

function Header() {
  const { isAuthenticated, isLoading, displayName } = useAuth().state;
  return (
    <header>
      <nav>
        <Link to="/">Home</Link> <Link to="/account">Account</Link>
      </nav>
      {/* Until a stored session is restored, nobody knows who is signed in. */}
      <p>{isAuthenticated ? `Signed in as ${displayName}` : isLoading ? '' : 'Signed out'}</p>
    </header>
  );
}
