import { codeLength } from '../common/crypto.js';
import type { PasswordSignIn } from '../domain/sign-in.js';
import type { SendCode } from '../domain/send-code.js';
import type { Sessions } from '../domain/sessions.js';
import type { VerifyCode } from '../domain/verify-code.js';
import { type SmsLanguage, smsLanguages } from '../sms/templates.js';
import { preferredLanguage } from './accept-language.js';
import { readBearerToken, readBody, readIdempotencyKey, readSolution } from './body.js';
import type { Handler } from './endpoint.js';
import { parseDisplayName, parseLogin, parsePassword } from './field-rules.js';
import { hasLeft } from './request-context.js';
import { bodies } from './schemas.js';

/** The operations behind the calls. */
export interface Operations {
  readonly sendCode: SendCode;
  readonly verifyCode: VerifyCode;
  readonly signIn: PasswordSignIn;
  readonly sessions: Sessions;
}

/** Handlers by path and method. */
export type Api = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

/** Settings that the calls depend on. */
export interface ApiOptions {
  /** Language of the SMS if the browser accepts none of `smsLanguages`. */
  readonly language: SmsLanguage;
}

const credentialOf = (phone: string) => `tel:${phone}`;

/** The calls of docs/protocol.md#calls. */
export function createApi({ sendCode, verifyCode, signIn, sessions }: Operations, options: ApiOptions): Api {
  return {
    '/v1/creds/tel': {
      async POST(c, ip) {
        const { tel: phone } = await readBody(c, bodies.send);
        const language = preferredLanguage(c.req.header('Accept-Language'), smsLanguages, options.language);
        const resendIn = await sendCode({ phone, ip, language, solution: readSolution(c), isGone: hasLeft(c) });
        return { cred: credentialOf(phone), resendIn, codeLength, idempotent: true };
      },
      async PUT(c, ip) {
        const idempotencyKey = readIdempotencyKey(c);
        const { tel: phone, val: code } = await readBody(c, bodies.verify);
        const { created: _created, ...session } = await verifyCode({
          phone,
          code,
          ip,
          idempotencyKey,
          isGone: hasLeft(c),
        });
        return { cred: credentialOf(phone), ...session };
      },
    },
    '/v1/session': {
      async POST(c, ip) {
        const body = await readBody(c, bodies.signIn);
        const login = parseLogin(body.login);
        const password = parsePassword(body.password);
        const { created, ...session } = await signIn({
          login,
          password,
          ip,
          solution: readSolution(c),
          isGone: hasLeft(c),
        });
        return created ? { ...session, created } : session;
      },
      GET: async (c, ip) => sessions.get(readBearerToken(c), { ip, isGone: hasLeft(c) }),
      PUT: async (c, ip) => sessions.renew(readBearerToken(c), { ip, isGone: hasLeft(c) }),
      async DELETE(c, ip) {
        // Without `isGone`: a page that is being closed still signs out.
        await sessions.end(readBearerToken(c), { ip });
        return {};
      },
    },
    '/v1/account': {
      async PATCH(c, ip) {
        const token = readBearerToken(c);
        const { displayName } = await readBody(c, bodies.account);
        return sessions.setDisplayName(token, parseDisplayName(displayName), { ip, isGone: hasLeft(c) });
      },
    },
  };
}
