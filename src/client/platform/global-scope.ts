type Parts = 'document' | 'navigator' | 'addEventListener' | 'removeEventListener';

/** `globalThis`, typed for what is missing outside pages: Node and workers have no document and no window events. */
export const globalScope: Partial<Pick<typeof globalThis, Parts>> = globalThis;
