// For servers that demand a challenge at every call of a sign-in.
import type { AuthBackend } from '../../core/auth-backend.js';

/** Gives each call of a sign-in a solution of its own, unless it has one. */
export function withSolutions(backend: AuthBackend, solve: () => string | Promise<string>): AuthBackend {
  const solved = async <T extends { readonly challengeSolution?: string | undefined }>(options: T) => ({
    ...options,
    challengeSolution: options.challengeSolution ?? (await solve()),
  });
  const methods: Partial<AuthBackend> = {
    requestCode: async (phone, options) => backend.requestCode(phone, await solved(options)),
    verifyCode: async (phone, code, options) => backend.verifyCode(phone, code, await solved(options)),
    login: async (login, password, options) => backend.login(login, password, await solved(options)),
  };
  return new Proxy(backend, {
    get(target, name: keyof AuthBackend) {
      const method: unknown = Reflect.get(name in methods ? methods : target, name);
      // A private field can't be read through a proxy.
      return typeof method === 'function' ? (method as () => unknown).bind(target) : method;
    },
  });
}
