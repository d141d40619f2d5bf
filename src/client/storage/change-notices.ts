import { globalScope } from '../platform/global-scope.js';

/**
 * Opens a channel. Returns undefined if there is no `BroadcastChannel` (some test environments), or if its constructor throws
 * (opaque origins).
 */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/**
 * Tells every listener to `name` in this origin that something has changed, without saying what. This includes
 * listeners in the same document, even the caller's: another copy of this package there gets no `storage` events for writes of this copy.
 */
export function postNotice(name: string): void {
  const channel = openChannel(name);
  channel?.postMessage(null);
  channel?.close();
}

/**
 * Calls `listener` for each notice with this `name`, and on `pageshow`: a page in the back/forward cache misses notices.
 * @returns a function that stops the calls
 */
export function followNotices(name: string, listener: () => void): () => void {
  let channel: BroadcastChannel | undefined;
  const close = () => channel?.close();
  const open = () => {
    close();
    channel = openChannel(name);
    if (channel) channel.onmessage = listener;
    // In Node, an open channel would keep the process alive.
    (channel as { unref?: () => void } | undefined)?.unref?.();
  };
  const reopen = () => {
    open();
    listener();
  };
  // In some browsers an open channel keeps a page out of the back/forward cache, or a message removes the page from it.
  globalScope.addEventListener?.('pagehide', close);
  globalScope.addEventListener?.('pageshow', reopen);
  open();
  return () => {
    globalScope.removeEventListener?.('pagehide', close);
    globalScope.removeEventListener?.('pageshow', reopen);
    close();
  };
}
