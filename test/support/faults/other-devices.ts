// Servers that end a session of a person together with their others.
import { AuthError } from '../../../src/core/auth-error.js';
import type { Session } from '../../../src/core/auth-backend.js';
import type { SeededFault } from './seeded-fault.js';

/** The sessions of a server that ends a session of a person together with their others. */
class Devices {
  readonly #users = new Map<string, string>();
  /** The tokens that the sessions began with. */
  readonly #origins = new Map<string, string>();
  readonly #ended = new Set<string>();

  keep(session: Session, origin = session.token!): void {
    this.#users.set(session.token!, session.user);
    this.#origins.set(session.token!, origin);
  }

  originOf(token: string): string {
    return this.#origins.get(token) ?? token;
  }

  endOthers(token: string): void {
    const user = this.#users.get(token);
    for (const [other, owner] of this.#users)
      if (owner === user && this.originOf(other) !== this.originOf(token)) this.#ended.add(other);
  }

  throwIfEnded(token: string | null): void {
    if (this.#ended.has(token ?? '')) throw new AuthError('session-expired', { status: 401 });
  }
}

/** A fault of one method, which ends the other sessions of the person. */
export function endingOthers(by: 'login' | 'endSession' | 'renewSession'): SeededFault['seed'] {
  const devices = new Devices();
  return good => ({
    async verifyCode(...call) {
      const session = await good.verifyCode(...call);
      if (session) devices.keep(session);
      return session;
    },
    async login(...call) {
      const session = await good.login(...call);
      devices.keep(session);
      if (by === 'login') devices.endOthers(session.token!);
      return session;
    },
    async getSession(token, options) {
      devices.throwIfEnded(token);
      return good.getSession(token, options);
    },
    async renewSession(token, options) {
      devices.throwIfEnded(token);
      const session = await good.renewSession(token, options);
      devices.keep(session, devices.originOf(token!));
      if (by === 'renewSession') devices.endOthers(session.token!);
      return session;
    },
    async endSession(token, options) {
      await good.endSession(token, options);
      if (by === 'endSession') devices.endOthers(token!);
    },
  });
}
