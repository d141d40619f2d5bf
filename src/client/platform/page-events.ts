import { globalScope } from './global-scope.js';

/** Functions that are called when the page or its network comes back. */
export interface PageHandlers {
  /**
   * The page is visible again, or back from the back/forward cache. Time may have passed while timers were stopped. `persisted` is that of
   * `pageshow`, which is also fired when the page has loaded, with false. It's undefined if the page is visible again.
   */
  readonly onWake: (event: { readonly persisted?: boolean }) => void;
  /** The network is back. */
  readonly onOnline: () => void;
}

/**
 * Listens to the page. Does nothing outside a browser.
 * @returns a function that stops listening
 */
export function watchPage({ onWake, onOnline }: PageHandlers): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const onVisibilityChange = () => {
    if (globalScope.document!.visibilityState !== 'hidden') onWake({});
  };
  globalScope.document?.addEventListener('visibilitychange', onVisibilityChange, { signal });
  globalScope.addEventListener?.('pageshow', onWake, { signal });
  globalScope.addEventListener?.('online', onOnline, { signal });
  return () => controller.abort();
}
