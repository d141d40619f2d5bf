import { isServer } from 'lit';

/**
 * Whether this runs in Node, where Lit's stand-in for HTMLElement has neither a DOM nor internals. Lit types its `isServer`
 * as `false`, the value in a browser, and the linter would then call every check unnecessary.
 */
export const isOnServer = isServer as boolean;
