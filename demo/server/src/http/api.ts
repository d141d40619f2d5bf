import { codeLength } from '../crypto.js';
import type { PasswordSignIn } from '../domain/passwords.js';
import type { SendCode } from '../domain/send-code.js';
import type { Sessions } from '../domain/sessions.js';
import type { VerifyCode } from '../domain/verify-code.js';
import { preferredLanguage, type SmsLanguage } from '../sms/templates.js';
import { readBearer, readBody, readIdempotencyKey } from './body.js';
import type { Handler } from './endpoint.js';
import { readDisplayName, readLogin, readPassword } from './rules.js';
import { bodies } from './schemas.js';

/** What the calls of the contract do. */
export interface Domain {
  readonly sendCode: SendCode;
  readonly verifyCode: VerifyCode;
  readonly signIn: PasswordSignIn;
  readonly sessions: Sessions;
}

/** Handlers by path and method. */
export type Api = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

/** What the answers say of the settings. */
export interface ApiOptions {
  /** Seconds until the next code may be asked for. */
  readonly sendInterval: number;
  /** Language of the SMS where the browser asks for none that there is. */
  readonly language: SmsLanguage;
}

const credential = (tel: string) => `tel:${tel}`;

/** The calls of the contract, by path and method. */
export function createApi({ sendCode, verifyCode, signIn, sessions }: Domain, options: ApiOptions): Api {
  return {
    '/v1/creds/tel': {
      async POST(c, ip) {
        const { tel } = await readBody(c, bodies.send);
        const language = preferredLanguage(c.req.header('Accept-Language'), options.language);
        await sendCode({ tel, ip, language });
        return { cred: credential(tel), resendIn: options.sendInterval, codeLength, idempotent: true };
      },
      async PUT(c, ip) {
        const idempotencyKey = readIdempotencyKey(c);
        const { tel, val } = await readBody(c, bodies.verify);
        const session = await verifyCode({ tel, val, ip, idempotencyKey });
        return { cred: credential(tel), ...session };
      },
    },
    '/v1/session': {
      async POST(c, ip) {
        const body = await readBody(c, bodies.signIn);
        const login = readLogin(body.login);
        const { created, ...session } = await signIn({ login, password: readPassword(body.password), ip });
        return created ? { ...session, created } : session;
      },
      GET: async c => sessions.get(readBearer(c)),
      PUT: async c => sessions.renew(readBearer(c)),
      async DELETE(c) {
        await sessions.end(readBearer(c));
        return {};
      },
    },
    '/v1/account': {
      async PATCH(c) {
        const token = readBearer(c);
        const { displayName } = await readBody(c, bodies.account);
        return sessions.setDisplayName(token, readDisplayName(displayName));
      },
    },
  };
}
