import { type Captcha, type CaptchaSettings, type CaptchaType, siteVerify } from './captcha.js';

const TOKEN_ERRORS = new Set([
  'missing-input-response',
  'invalid-input-response',
  'expired-input-response',
  'already-seen-response',
  // The older name of the two codes above.
  'invalid-or-already-seen-response',
]);

/** hCaptcha: https://docs.hcaptcha.com/#verify-the-user-response-server-side. A token of another site key is refused. */
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
