// The path of the page. An app with more pages than this one has a router.
import { useEffect, useState } from 'preact/hooks';

export function usePath(): string {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const read = () => setPath(location.pathname);
    window.addEventListener('popstate', read);
    read(); // the effects of children run before this one
    return () => window.removeEventListener('popstate', read);
  }, []);
  return path;
}

/** Goes to another page of this app, which takes the place of this one in the history. */
export function replacePath(path: string): void {
  history.replaceState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
