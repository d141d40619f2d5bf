// A fault that is put into a good backend, with the rule of the conformance suite that finds it.
import type { AuthBackend } from '../../../src/core/auth-backend.js';

export interface SeededFault {
  /** What the backend does wrong. Completes “a backend that …”. */
  readonly fault: string;
  readonly rule: string;
  /** Returns the methods with the fault. Called for each backend that the suite creates. */
  readonly seed: (good: AuthBackend, timeout?: number) => Partial<AuthBackend>;
}

/** A backend with some of its methods replaced. */
export const withMethods = (good: AuthBackend, methods: Partial<AuthBackend>): AuthBackend =>
  new Proxy(good, {
    get(target, name: keyof AuthBackend) {
      const method = methods[name] ?? target[name];
      return typeof method === 'function' ? (method as () => unknown).bind(target) : method;
    },
  });
