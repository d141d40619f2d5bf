// The DOMs that apps are tested with in Node, set up like Vitest's environments `jsdom` and `happy-dom`. Node resolves Lit to its
// build for servers there, as it does for every package that a test runner doesn't bundle.
import { Window } from 'happy-dom';
import { JSDOM } from 'jsdom';

/** Globals that Node has too, and that the DOM replaces because its objects don't accept Node's. */
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
 * Makes this process look like a page, for good. Call it before importing Lit.
 * @returns a function that ends the page's timers, which would keep the process alive
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
