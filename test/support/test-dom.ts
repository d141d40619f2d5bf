// The DOMs that tests of apps run in under Node: what Vitest's environments `jsdom` and `happy-dom` do. Node resolves Lit to
// its build for servers there, as for each package that a test runner does not bundle.
import { Window } from 'happy-dom';
import { JSDOM } from 'jsdom';

/** What Node has as well, and the DOM replaces: its own kinds do not accept those of Node. */
const REPLACED = [
  'AbortController',
  'AbortSignal',
  'CustomEvent',
  'Event',
  'EventTarget',
  'FormData',
  'MessageEvent',
  'Storage',
  'localStorage',
  'navigator',
  'sessionStorage',
];

const url = 'http://localhost:3000/';
const windows = {
  jsdom: () => new JSDOM('<!doctype html><body></body>', { url, pretendToBeVisual: true }).window,
  'happy-dom': () => new Window({ url }),
};

export type TestDom = keyof typeof windows;

/**
 * Makes this process look like a page, for good. To be called before Lit is imported.
 * @returns ends the timers of the page, which would keep the process alive
 */
export function installDom(name: TestDom): () => unknown {
  const window = windows[name]() as unknown as Record<string, unknown>;
  const inherited = ['addEventListener', 'removeEventListener', 'dispatchEvent'];
  const keys = new Set([...REPLACED, ...inherited, ...Object.getOwnPropertyNames(window)]);
  for (const key of keys) {
    if (key in globalThis && !REPLACED.includes(key)) continue;
    const value = window[key];
    const isFunction = typeof value === 'function' && /^[a-z]/.test(key);
    const bound: unknown = isFunction ? (value as () => unknown).bind(window) : undefined;
    Object.defineProperty(globalThis, key, { get: () => bound ?? window[key], configurable: true });
  }
  for (const key of ['window', 'self', 'top', 'parent']) {
    Object.defineProperty(globalThis, key, { value: globalThis, configurable: true, writable: true });
  }
  const { happyDOM, close } = window as { happyDOM?: { abort(): Promise<void> }; close(): void };
  return () => (happyDOM ? happyDOM.abort() : close.call(window));
}
