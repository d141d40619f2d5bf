type Parts = 'document' | 'navigator' | 'addEventListener' | 'removeEventListener';

/**
 * `globalThis`, with the type of a scope that may be no page: Node and workers have no document and no window events.
 */
export const globalScope: Partial<Pick<typeof globalThis, Parts>> = globalThis;

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
