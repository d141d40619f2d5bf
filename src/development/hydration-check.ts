// Warns about listeners that React doesn't set: when it hydrates a page that a server has rendered, it leaves out the listeners
// and object properties of a plain tag until it renders the tag once more (react/react#35446).
import { warn } from './warn.js';

/** When to look, in milliseconds after the element's first update: React may hydrate the page only after that update. */
const LOOKS_MS = [1_000, 5_000];

const seen = new WeakSet<object>();

/** Returns the props that React has last rendered an element with; undefined if React hasn't created or hydrated it yet. */
function reactPropsOf(host: object): Readonly<Record<string, unknown>> | undefined {
  const key = Object.keys(host).find(name => name.startsWith('__reactProps$'));
  return key === undefined ? undefined : (Reflect.get(host, key) as Readonly<Record<string, unknown>>);
}

/**
 * Looks later for listeners of an `<auth-widget>` that React has not set, and warns once. Must be called in the first update of the element,
 * and ignores further calls. An element that has its props by then counts as created by React, with its listeners, and isn't looked at.
 */
export function checkHydration(host: object): void {
  if (seen.has(host)) return;
  seen.add(host);
  if (reactPropsOf(host)) return;
  let isReported = false;
  const look = (): void => {
    const lost = Object.entries(reactPropsOf(host) ?? {}).filter(
      ([name, value]) => name.startsWith('onauth-') && typeof value === 'function',
    );
    if (isReported || lost.length === 0) return;
    isReported = true;
    const names = lost.map(([name]) => name).join(' and ');
    warn(
      `React sets no ${names} on a plain <auth-widget> that a server has rendered, so a restored session is not reported. Use AuthWidget of auth-widget/react: docs/frameworks/react.md#the-plain-tag.`,
    );
  };
  for (const ms of LOOKS_MS) {
    const timer: unknown = setTimeout(look, ms);
    // In Node, for a test with an emulated DOM, it must not keep the process alive.
    (timer as { unref?: () => void }).unref?.();
  }
}
