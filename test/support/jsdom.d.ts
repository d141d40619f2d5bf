// jsdom brings no types. What the tests use of it.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: { url: string; pretendToBeVisual: boolean });
    window: Window & typeof globalThis;
  }
}
