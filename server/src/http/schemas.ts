import { z } from '@hono/zod-openapi';
import { CODE_LENGTH } from '../common/crypto.js';
import { EXAMPLE_PHONE, PHONE_FORMAT, PHONE_PATTERN } from '../common/phone.js';

// The schemas of the calls (docs/protocol.md#calls). All generate the OpenAPI document; `bodies` and `idempotencyKey` also check the requests.

const tel = z
  .string()
  .regex(PHONE_PATTERN)
  .openapi({ description: `Phone number in wire form: ${PHONE_FORMAT}.`, example: EXAMPLE_PHONE });
const op = z.literal('add');
const cred = z
  .string()
  .openapi({ description: '`tel:` and the number in its canonical form.', example: `tel:${EXAMPLE_PHONE}` });
const user = z.string().openapi({ description: 'Identifier of the account. Opaque.' });
const displayName = z.string().nullable().openapi({ description: 'null: the account still needs a name.' });
const token = z.string().openapi({ description: 'Bearer token. Opaque.' });
const expiresIn = z.int().openapi({ description: 'Lifetime from now, in seconds.' });

/** The header `Idempotency-Key` (docs/protocol.md#lost-answers). */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .openapi({ description: 'For 60 s the same key with the same body is answered with a session again.' });

/**
 * The header `X-Auth-Challenge` (docs/protocol.md#challenges). Any text is allowed. A refused solution lets nothing through, and makes the
 * call of an unknown caller wait behind all others (`judge` in domain/challenges.ts).
 */
export const challengeSolution = z.string().openapi({ description: 'The solution of a challenge, for one call.' });

/** The header `X-Auth-State` (docs/protocol.md#who-asked-for-a-code). Any text is allowed. One that the server hasn't made shows nothing. */
export const codeState = z
  .string()
  .openapi({ description: 'The `state` from the answer to the request for the code.' });
/** The header `X-Auth-Device` (docs/protocol.md#devices-that-are-known). Any text is allowed. One that the server hasn't made shows nothing. */
export const deviceMemory = z.string().openapi({ description: 'The `device` from a sign-in with this number.' });

/** The bodies of requests. A member that isn't listed is an error. */
export const bodies = {
  send: z.strictObject({ tel, op }),
  verify: z.strictObject({
    tel,
    val: z.string().min(1).max(CODE_LENGTH).openapi({ description: 'The code as it was entered.', example: '123456' }),
    op,
  }),
  signIn: z.strictObject({
    login: z.string().openapi({ description: '4 to 32 of `a-z 0-9 _ . -`, in any case.', example: 'anna' }),
    password: z.string().openapi({ description: '8 to 128 characters.', format: 'password' }),
  }),
  account: z.strictObject({
    displayName: z.string().openapi({ description: '1 to 64 characters, no control characters.', example: 'Анна' }),
  }),
} as const;

const session = { user, displayName, token, expiresIn };

/** The `params` of the answers. */
export const params = {
  send: z.object({
    cred,
    resendIn: z.int().openapi({ description: 'Seconds until the next code may be requested.' }),
    codeLength: z.int().openapi({ description: 'Number of digits of the code.' }),
    idempotent: z.literal(true).openapi({ description: '`PUT` may be repeated with the same `Idempotency-Key`.' }),
    state: z.string().openapi({ description: 'For the header `X-Auth-State` of `PUT`. Opaque, up to 200 characters.' }),
  }),
  verify: z.object({
    cred,
    ...session,
    device: z.string().openapi({ description: 'For the header `X-Auth-Device` of further calls. Opaque.' }),
  }),
  signIn: z.object({
    ...session,
    created: z.literal(true).optional().openapi({ description: 'The login was new, and an account was created.' }),
  }),
  session: z.object({ user, displayName, expiresIn }),
  renewal: z.object(session),
  account: z.object({ user, displayName: z.string() }),
  nothing: z.object({}),
  refusal: z.object({
    what: z
      .string()
      .optional()
      .openapi({ description: 'The part of the request, or the limit, that the error is about.' }),
    attemptsLeft: z.int().optional().openapi({ description: 'Attempts that are left.' }),
    retryAfter: z.int().min(1).optional().openapi({ description: 'Seconds, as in the header `Retry-After`.' }),
    type: z
      .string()
      .optional()
      .openapi({ description: 'Of a challenge: `pow`, `turnstile`, `hcaptcha` or `smartcaptcha`.' }),
    siteKey: z.string().optional().openapi({ description: "Of a captcha: the site's public key." }),
    parameters: z
      .object({
        algorithm: z.string(),
        cost: z.int(),
        data: z.record(z.string(), z.string()),
        expiresAt: z.int(),
        keyLength: z.int(),
        keyPrefix: z.string(),
        keySignature: z.string(),
        nonce: z.string(),
        salt: z.string(),
      })
      .optional()
      .openapi({ description: 'Of a proof of work: the parameters of ALTCHA, version 2.' }),
    signature: z.string().optional().openapi({ description: 'Of a proof of work: the signature of `parameters`.' }),
  }),
} as const;

/** The schema of the envelope around an answer's `params`. */
export function enveloped<T extends z.ZodObject>(schema: T) {
  return z.object({
    code: z.int().openapi({ description: 'The HTTP status.' }),
    text: z.string().openapi({ description: 'A phrase for people and logs; programs must not interpret it.' }),
    params: schema,
  });
}
