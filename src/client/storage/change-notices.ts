import { globalScope } from '../platform/global-scope.js';

/** A channel, where there are any: the name is unknown in some test environments, and opaque origins may throw. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/**
 * Tells everybody of this origin who listens to `name` that something has changed, this document included: other copies
 * of this package in it get no `storage` events of its writes. Says nothing else.
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
  // An open channel keeps a page out of the back/forward cache in some browsers, or ends its stay there with a message.
  globalScope.addEventListener?.('pagehide', close);
  globalScope.addEventListener?.('pageshow', open);
  open();
  return () => {
    globalScope.removeEventListener?.('pagehide', close);
    globalScope.removeEventListener?.('pageshow', open);
    close();
  };
}
