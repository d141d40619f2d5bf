import { isServer } from 'lit';

/**
 * Whether this runs in Node, where Lit's stand-in for HTMLElement has neither a DOM nor internals. Not so in a test
 * environment such as jsdom: Node resolves Lit to its build for servers there as well, which says `isServer`, though there
 * is a document. (The `document` that `@lit-labs/ssr` can install has no `documentElement`.)
 */
export const isOnServer = (isServer as boolean) && !(globalThis as { document?: Document }).document?.documentElement;
