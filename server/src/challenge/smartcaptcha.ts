import { callJson, property } from '../common/call-json.js';
import { type Captcha, CaptchaFailed, type CaptchaSettings, type CaptchaType, encodeForm } from './captcha.js';

/**
 * Yandex SmartCaptcha: https://yandex.cloud/en/docs/smartcaptcha/operations/validate-captcha. That page recommends treating
 * HTTP errors as success. Here, the token then counts as not accepted. Only in an outage (outage.ts) does a proof of work take the captcha's place.
 */
export function createSmartCaptcha(
  { secret }: CaptchaSettings,
  url = 'https://smartcaptcha.cloud.yandex.ru/validate',
): Captcha {
  return {
    async verify({ token, ip }, { signal }) {
      const { status, body } = await callJson(url, {
        method: 'POST',
        body: encodeForm({ secret, token, ip }),
        signal,
      });
      const verdict = property(body, 'status');
      const host = property(body, 'host');
      if (status === 200 && verdict === 'ok' && typeof host === 'string' && host !== '') return true;
      // `ok` without a host: the service hasn't checked the token. The site's account at Yandex Cloud is blocked, or the service has a fault.
      if (status === 200 && verdict === 'ok') throw new CaptchaFailed('accepted without a host', true);
      const message = property(body, 'message');
      // A failure with an empty message is about the token, too.
      const isTokenFault = message === '' || (typeof message === 'string' && /\btoken\b/i.test(message));
      if (status === 200 && verdict === 'failed' && isTokenFault) return false;
      const isKeyFault = typeof message === 'string' && message.startsWith('Authentication failed');
      const reason = isKeyFault ? 'authentication failed' : 'unknown';
      throw new CaptchaFailed(`refused: ${reason}, status ${status}`, isKeyFault || status >= 500);
    },
  };
}

export const smartcaptcha: CaptchaType = { create: settings => createSmartCaptcha(settings) };
