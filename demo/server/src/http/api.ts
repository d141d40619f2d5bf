import { Hono } from 'hono';
import { codeLength } from '../crypto.js';
import { Refusal } from '../domain/refusal.js';
import type { PasswordSignIn } from '../domain/passwords.js';
import type { SendCode } from '../domain/send-code.js';
import type { Sessions } from '../domain/sessions.js';
import type { VerifyCode } from '../domain/verify-code.js';
import { preferredLanguage, type SmsLanguage } from '../sms/templates.js';
import { readBearer, readBody, readIdempotencyKey } from './body.js';
import type { Env } from './context.js';
import { failure, success } from './envelope.js';
import { readDisplayName, readLogin, readPassword } from './rules.js';
import { bodies } from './schemas.js';

/** What the calls of the contract do. */
export interface Domain {
  readonly sendCode: SendCode;
  readonly verifyCode: VerifyCode;
  readonly signIn: PasswordSignIn;
  readonly sessions: Sessions;
}

/** What the answers say of the settings. */
export interface ApiOptions {
  /** Seconds until the next code may be asked for. */
  readonly sendInterval: number;
  /** Language of the SMS where the browser asks for none that there is. */
  readonly language: SmsLanguage;
}

const credential = (tel: string) => `tel:${tel}`;

/** The calls of the contract under `/v1`. */
export function createApi({ sendCode, verifyCode, signIn, sessions }: Domain, options: ApiOptions): Hono<Env> {
  const api = new Hono<Env>();

  api.post('/creds/tel', async c => {
    const { tel } = await readBody(c, bodies.send);
    const language = preferredLanguage(c.req.header('Accept-Language'), options.language);
    await sendCode({ tel, ip: c.var.ip, language });
    return success(c, { cred: credential(tel), resendIn: options.sendInterval, codeLength, idempotent: true });
  });

  api.put('/creds/tel', async c => {
    const idempotencyKey = readIdempotencyKey(c);
    const { tel, val } = await readBody(c, bodies.verify);
    const session = await verifyCode({ tel, val, ip: c.var.ip, idempotencyKey });
    return success(c, { cred: credential(tel), ...session });
  });

  api.post('/session', async c => {
    const body = await readBody(c, bodies.signIn);
    const login = readLogin(body.login);
    const { created, ...session } = await signIn({ login, password: readPassword(body.password), ip: c.var.ip });
    return success(c, created ? { ...session, created } : session);
  });

  api.get('/session', async c => success(c, await sessions.get(readBearer(c))));

  api.put('/session', async c => success(c, await sessions.renew(readBearer(c))));

  api.delete('/session', async c => {
    await sessions.end(readBearer(c));
    return success(c, {});
  });

  api.patch('/account', async c => {
    const token = readBearer(c);
    const { displayName } = await readBody(c, bodies.account);
    return success(c, await sessions.setDisplayName(token, readDisplayName(displayName)));
  });

  const methods = { '/creds/tel': 'POST, PUT', '/session': 'GET, POST, PUT, DELETE', '/account': 'PATCH' };
  for (const [path, allowed] of Object.entries(methods)) {
    api.all(path, c => {
      c.header('Allow', allowed);
      return failure(c, new Refusal(405));
    });
  }
  return api;
}
