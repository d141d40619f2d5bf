// The path of the page, and links that change it without a reload. An app with more pages than this one has a router.
import { useSyncExternalStore, type ReactNode } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}

export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname);

/** Goes to another page of this app, which takes the place of this one in the history. */
export function replacePath(path: string): void {
  history.replaceState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

export function Link({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      onClick={event => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }}
    >
      {children}
    </a>
  );
}
