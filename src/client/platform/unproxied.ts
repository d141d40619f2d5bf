/**
 * The base class of objects that Vue must not wrap in a proxy, because private fields can't be read through one
 * (vuejs/core#8149). Vue only wraps an object if its `Symbol.toStringTag` is a known one such as `Object`.
 */
export abstract class Unproxied {
  get [Symbol.toStringTag](): string {
    return 'auth-widget';
  }
}
