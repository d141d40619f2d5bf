import type { Audit } from '../common/audit.js';
import { Refusal } from './refusal.js';
import type { FindReplacedToken } from './token-reuse.js';
import { triesOfNumber } from './verify-code.js';
import type { Operations } from '../http/api.js';

const isRefusal = (error: unknown, what: string) => error instanceof Refusal && error.params.what === what;

/** The same operations, which write what comes of them into the audit log. */
export function auditOperations(inner: Operations, audit: Audit, findReplacedToken: FindReplacedToken): Operations {
  return {
    ...inner,
    async verifyCode(request) {
      const { phone, ip } = request;
      try {
        const session = await inner.verifyCode(request);
        const account = { kind: 'account', value: session.user } as const;
        if (session.created) audit('account-made', account, { method: 'phone', ip });
        audit('sign-in', account, { method: 'phone', ip });
        return session;
      } catch (error) {
        const subject = { kind: 'phone', value: phone } as const;
        const isLastTry = error instanceof Refusal && error.limit === triesOfNumber;
        if (isLastTry || (isRefusal(error, 'code') && (error as Refusal).status === 401)) {
          audit('wrong-code', subject, { method: 'phone', ip });
        }
        if (isLastTry) audit('block', subject, { method: 'phone', ip });
        throw error;
      }
    },
    async signIn(request) {
      const { login, ip } = request;
      try {
        const session = await inner.signIn(request);
        const account = { kind: 'account', value: session.user } as const;
        if (session.created) audit('account-made', account, { method: 'password', ip });
        audit('sign-in', account, { method: 'password', ip });
        return session;
      } catch (error) {
        if (isRefusal(error, 'password') && (error as Refusal).status === 401) {
          audit('wrong-password', { kind: 'login', value: login }, { method: 'password', ip });
        }
        throw error;
      }
    },
    sessions: {
      ...inner.sessions,
      async renew(token, caller) {
        try {
          return await inner.sessions.renew(token, caller);
        } catch (error) {
          if (isRefusal(error, 'token') && token !== '') {
            const replaced = await findReplacedToken(token, caller);
            if (replaced) audit('replaced-token', { kind: 'account', value: replaced.user }, { ip: caller.ip });
          }
          throw error;
        }
      },
      async end(token, caller) {
        const user = await inner.sessions.end(token, caller);
        if (user !== undefined) audit('sign-out', { kind: 'account', value: user }, { ip: caller.ip });
        return user;
      },
    },
  };
}
