import { type Captcha, type CaptchaSettings, type CaptchaType, siteVerify } from './captcha.js';

const TOKEN_ERRORS = new Set(['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate']);

/** Cloudflare Turnstile: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/. */
export function createTurnstile(
  { secret }: CaptchaSettings,
  url = 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
): Captcha {
  return {
    verify: ({ token, ip }, { signal }) =>
      siteVerify(url, { secret, response: token, remoteip: ip }, TOKEN_ERRORS, signal),
  };
}

export const turnstile: CaptchaType = { create: settings => createTurnstile(settings) };
