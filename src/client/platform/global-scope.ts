type Parts = 'document' | 'navigator' | 'addEventListener' | 'removeEventListener';

/** `globalThis`, typed for scopes that may not be a page: Node and workers have no document and no window events. */
export const globalScope: Partial<Pick<typeof globalThis, Parts>> = globalThis;

/** The value of a JSON text; undefined if the text isn't JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
