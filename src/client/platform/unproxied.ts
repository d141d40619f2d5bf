/**
 * An object that Vue leaves as it is. Vue wraps objects in a proxy if their tag is `Object`, and private fields can't
 * be read through a proxy (vuejs/core#8149).
 */
export abstract class Unproxied {
  get [Symbol.toStringTag](): string {
    return 'auth-widget';
  }
}
