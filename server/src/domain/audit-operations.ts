import type { Audit } from '../common/audit.js';
import { Refusal } from '../common/refusal.js';
import type { Sessions } from './sessions.js';
import type { PasswordSignIn } from './password-sign-in.js';
import type { FindReplacedToken } from './token-reuse.js';
import { ATTEMPTS_OF_CODE, ATTEMPTS_OF_NUMBER, type VerifyCode } from './verify-code.js';

/** The operations whose outcomes are written into the audit log. */
export interface AuditedOperations {
  readonly verifyCode: VerifyCode;
  readonly signIn: PasswordSignIn;
  readonly sessions: Sessions;
}

const isUnauthorized = (error: unknown, what: string) =>
  error instanceof Refusal && error.status === 401 && error.params.what === what;

/** Wraps the operations so that they also write the events of docs/security.md#audit-log. */
export function auditOperations(
  inner: AuditedOperations,
  audit: Audit,
  findReplacedToken: FindReplacedToken,
): AuditedOperations {
  return {
    async verifyCode(request) {
      const { phone, ip } = request;
      try {
        const session = await inner.verifyCode(request);
        const account = { kind: 'account', value: session.user } as const;
        if (session.created) audit('account-made', account, { method: 'phone', ip });
        audit(session.isRepeated ? 'repeated-sign-in' : 'sign-in', account, { method: 'phone', ip });
        return session;
      } catch (error) {
        const subject = { kind: 'phone', value: phone } as const;
        const limit = error instanceof Refusal ? error.limit : undefined;
        // The wrong code that reaches a limit is refused with the name of that limit, not with 401. Later calls compare no code. Their
        // refusals have another name, or none.
        const isBlocking = limit === ATTEMPTS_OF_NUMBER;
        const isWrong = isBlocking || limit === ATTEMPTS_OF_CODE || isUnauthorized(error, 'code');
        if (isWrong) audit('wrong-code', subject, { method: 'phone', ip });
        if (isBlocking) audit('block', subject, { method: 'phone', ip });
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
        if (isUnauthorized(error, 'password')) {
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
          if (isUnauthorized(error, 'token') && token !== '') {
            // The answer to the caller stays the same if the lookup fails.
            const replaced = await findReplacedToken(token, caller).catch(() => undefined);
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
