import { type Captcha, type CaptchaSettings, type CaptchaType, siteVerify } from './captcha.js';

const TOKEN_ERRORS = new Set([
  'missing-input-response',
  'invalid-input-response',
  'expired-input-response',
  'already-seen-response',
  // The older name of `expired-input-response` and `already-seen-response`.
  'invalid-or-already-seen-response',
]);

/**
 * hCaptcha: https://docs.hcaptcha.com/#verify-the-user-response-server-side. Because it's told the site key, it doesn't accept a
 * token of another one. Its error code `sitekey-secret-mismatch` may mean such a token or a wrong setting, so `verify` then throws.
 */
export function createHCaptcha(
  { secret, siteKey: sitekey }: CaptchaSettings,
  url = 'https://api.hcaptcha.com/siteverify',
): Captcha {
  return {
    verify: ({ token, ip }, { signal }) =>
      siteVerify(url, { secret, response: token, remoteip: ip, sitekey }, TOKEN_ERRORS, signal),
  };
}

export const hcaptcha: CaptchaType = { create: settings => createHCaptcha(settings) };
