import { globalScope } from '../platform/global-scope.js';

/** A channel; undefined if there are none, as in some test environments, or if the origin is opaque and they throw. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/**
 * Tells everybody of this origin who listens to `name` that something has changed, and nothing else. This includes the
 * document itself: another copy of this package in the same document gets no `storage` events of its writes.
 */
export function postNotice(name: string): void {
  const channel = openChannel(name);
  channel?.postMessage(null);
  channel?.close();
}

/**
 * Calls `listener` at each notice under `name`.
 * @returns stops listening
 */
export function followNotices(name: string, listener: () => void): () => void {
  let channel: BroadcastChannel | undefined;
  const close = () => channel?.close();
  const open = () => {
    close();
    channel = openChannel(name);
    if (channel) channel.onmessage = listener;
    // In Node an open channel would keep the process alive.
    (channel as { unref?: () => void } | undefined)?.unref?.();
  };
  // In some browsers an open channel keeps a page out of the back/forward cache, or a message removes the page from it.
  globalScope.addEventListener?.('pagehide', close);
  globalScope.addEventListener?.('pageshow', open);
  open();
  return () => {
    globalScope.removeEventListener?.('pagehide', close);
    globalScope.removeEventListener?.('pageshow', open);
    close();
  };
}
