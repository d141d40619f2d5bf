// The path of the page. An app with more pages than this one has a router.
import { createSignal } from 'solid-js';

const [path, setPath] = createSignal(location.pathname);
window.addEventListener('popstate', () => setPath(location.pathname));

export { path };

/** Goes to another page of this app, which takes the place of this one in the history. */
export function replacePath(to: string): void {
  history.replaceState(null, '', to);
  setPath(location.pathname);
}
