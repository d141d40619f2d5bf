import { CallError, callJson, property } from '../common/call-json.js';

/** The keys of the site with its provider. */
export interface CaptchaSettings {
  /** `CHALLENGE_SITE_KEY` */
  readonly siteKey: string;
  /** `CHALLENGE_SECRET` */
  readonly secret: string;
}

/** A token to verify. */
export interface CaptchaToken {
  /** The token that the provider's widget gave to the page. */
  readonly token: string;
  /** The IPv4 address of the caller; undefined for any other caller, because the server keeps only the /64 of an IPv6 address. */
  readonly ip: string | undefined;
}

/** Verifies tokens with a provider. */
export interface Captcha {
  /**
   * Resolves to whether the provider accepts the token. A provider accepts each token once.
   * @param options `signal` is aborted when the provider takes too long
   * @throws CaptchaFailed, CallError if the provider says nothing about the token
   */
  verify(token: CaptchaToken, options: { readonly signal: AbortSignal }): Promise<boolean>;
}

/** A kind of provider. `registry.ts` lists them by their value of `CHALLENGE_TYPE`. */
export interface CaptchaType {
  create(settings: CaptchaSettings): Captcha;
}

/** The provider says nothing about the token. The message may be logged. */
export class CaptchaFailed extends Error {
  /**
   * Whether the reason is certainly a fault of the provider or a wrong key of the site, which no caller can cause. false for an
   * unknown error code, because it may be about the token.
   */
  readonly isFault: boolean;

  constructor(message: string, isFault: boolean) {
    super(message);
    this.name = 'CaptchaFailed';
    this.isFault = isFault;
  }
}

/** Whether an error of `Captcha.verify` shows that the provider is down, or that it refuses the keys of the site. */
export function isProviderFault(error: unknown): boolean {
  if (error instanceof CaptchaFailed) return error.isFault;
  // The answer to a strange token may be a page of HTML with a status of 400 to 499.
  return error instanceof CallError && !(error.status && error.status >= 400 && error.status < 500);
}

/** The error codes for a wrong key and a fault of the provider. */
const FAULTS = new Set(['missing-input-secret', 'invalid-input-secret', 'internal-error']);

/**
 * Verifies a token with the protocol that reCAPTCHA introduced and others adopted: the request is a form with `secret` and
 * `response`, and the answer is JSON with `success` and `error-codes`.
 * @param ofToken the error codes that mean a bad token. If the answer has no others, the result is false
 * @throws CaptchaFailed for an answer with other error codes or with none, CallError for none that can be read
 */
export async function siteVerify(
  url: string,
  form: Readonly<Record<string, string | undefined>>,
  ofToken: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { status, body } = await callJson(url, { method: 'POST', body: encodeForm(form), signal });
  if (status === 200 && property(body, 'success') === true) return true;
  const codes = property(body, 'error-codes');
  const known = Array.isArray(codes) ? codes.filter(code => typeof code === 'string') : [];
  if (property(body, 'success') === false && known.length > 0 && known.every(code => ofToken.has(code))) return false;
  // All documented error codes match this pattern. Any other text could quote the request.
  const named = known.filter(code => /^[a-z-]{1,40}$/.test(code)).join(', ');
  const isFault = status >= 500 || (known.length > 0 && known.every(code => FAULTS.has(code)));
  throw new CaptchaFailed(`refused: ${named || 'unknown'}, status ${status}`, isFault);
}

/** A form, without the fields that are undefined. */
export const encodeForm = (fields: Readonly<Record<string, string | undefined>>): URLSearchParams =>
  new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined));
