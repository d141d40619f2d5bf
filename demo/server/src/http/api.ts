import { codeLength } from '../common/crypto.js';
import type { PasswordSignIn } from '../domain/passwords.js';
import type { SendCode } from '../domain/send-code.js';
import type { Sessions } from '../domain/sessions.js';
import type { VerifyCode } from '../domain/verify-code.js';
import { type SmsLanguage, smsLanguages } from '../sms/templates.js';
import { preferredLanguage } from './accept-language.js';
import { readBearerToken, readBody, readIdempotencyKey } from './body.js';
import type { Handler } from './endpoint.js';
import { parseDisplayName, parseLogin, parsePassword } from './field-rules.js';
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
        const resendIn = await sendCode({ phone, ip, language });
        return { cred: credentialOf(phone), resendIn, codeLength, idempotent: true };
      },
      async PUT(c, ip) {
        const idempotencyKey = readIdempotencyKey(c);
        const { tel: phone, val: code } = await readBody(c, bodies.verify);
        const session = await verifyCode({ phone, code, ip, idempotencyKey });
        return { cred: credentialOf(phone), ...session };
      },
    },
    '/v1/session': {
      async POST(c, ip) {
        const body = await readBody(c, bodies.signIn);
        const login = parseLogin(body.login);
        const { created, ...session } = await signIn({ login, password: parsePassword(body.password), ip });
        return created ? { ...session, created } : session;
      },
      GET: async c => sessions.get(readBearerToken(c)),
      PUT: async c => sessions.renew(readBearerToken(c)),
      async DELETE(c) {
        await sessions.end(readBearerToken(c));
        return {};
      },
    },
    '/v1/account': {
      async PATCH(c) {
        const token = readBearerToken(c);
        const { displayName } = await readBody(c, bodies.account);
        return sessions.setDisplayName(token, parseDisplayName(displayName));
      },
    },
  };
}
