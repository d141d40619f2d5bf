import { CODE_LENGTH } from '../common/crypto.js';
import { canonicalPhone } from '../common/libphonenumber.js';
import type { Operations } from '../domain/operations.js';
import { type SmsLanguage, SMS_LANGUAGES } from '../sms/templates.js';
import type { Handler } from './answer-and-log.js';
import type { BearerTokens } from './bearer-token.js';
import { readBody, readDevice, readIdempotencyKey, readSolution, readState } from './body.js';
import { parseDisplayName, parseLogin, parsePassword } from './field-rules.js';
import { clientLeftCheck, type RequestContext } from './request-context.js';
import { bodies } from './schemas.js';

/** Handlers by path and method. */
export type Api = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

/** Settings that the calls depend on. */
export interface ApiOptions {
  /** The language of an SMS if the browser accepts none of `SMS_LANGUAGES`. */
  readonly language: SmsLanguage;
}

/**
 * The supported language that a header `Accept-Language` prefers (RFC 9110, 12.5.4). Regions are ignored: `en-GB` counts as
 * `en`.
 * @param fallback the result if there is no header, or it names no supported language
 */
export function preferredLanguage<T extends string>(
  header: string | undefined,
  supported: readonly T[],
  fallback: T,
): T {
  if (header === undefined) return fallback;
  const ranked = header
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map(p => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(p)?.[1]).find(Boolean);
      return {
        language: supported.find(language => language === tag.split('-')[0]),
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked.find(({ language }) => language !== undefined)?.language ?? fallback;
}

const credentialOf = (phone: string) => `tel:${phone}`;

/** Creates the handlers of the calls in docs/protocol.md#calls. */
export function createApi(
  { sendCode, verifyCode, signIn, sessions }: Operations,
  tokens: BearerTokens,
  options: ApiOptions,
): Api {
  /** The token of a request, and its caller. */
  const readCaller = (c: RequestContext, ip: string) => {
    const { token, standing } = tokens.read(c);
    return { token, caller: { ip, standing, hasLeft: clientLeftCheck(c) } };
  };
  return {
    '/v1/creds/tel': {
      async POST(c, ip) {
        const { tel } = await readBody(c, bodies.send);
        const phone = canonicalPhone(tel);
        const language = preferredLanguage(c.req.header('Accept-Language'), SMS_LANGUAGES, options.language);
        const { resendIn, state } = await sendCode({
          phone,
          ip,
          language,
          solution: readSolution(c),
          device: readDevice(c),
          hasLeft: clientLeftCheck(c),
        });
        return { cred: credentialOf(phone), resendIn, codeLength: CODE_LENGTH, idempotent: true, state };
      },
      async PUT(c, ip) {
        const idempotencyKey = readIdempotencyKey(c);
        const { tel, val: code } = await readBody(c, bodies.verify);
        const phone = canonicalPhone(tel);
        const {
          created: _created,
          isRepeated: _isRepeated,
          ...session
        } = await verifyCode({
          phone,
          code,
          ip,
          idempotencyKey,
          state: readState(c),
          device: readDevice(c),
          hasLeft: clientLeftCheck(c),
        });
        return { cred: credentialOf(phone), ...tokens.sign(session) };
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
          hasLeft: clientLeftCheck(c),
        });
        return created ? { ...tokens.sign(session), created } : tokens.sign(session);
      },
      async GET(c, ip) {
        const { token, caller } = readCaller(c, ip);
        return sessions.get(token, caller);
      },
      async PUT(c, ip) {
        const { token, caller } = readCaller(c, ip);
        return tokens.sign(await sessions.renew(token, caller));
      },
      async DELETE(c, ip) {
        // No `hasLeft` is passed, so that a page that is being closed still signs out.
        const { token, standing } = tokens.read(c);
        await sessions.end(token, { ip, standing });
        return {};
      },
    },
    '/v1/account': {
      async PATCH(c, ip) {
        const { token, caller } = readCaller(c, ip);
        const { displayName } = await readBody(c, bodies.account);
        return sessions.setDisplayName(token, parseDisplayName(displayName), caller);
      },
    },
  };
}
