import { callProvider, fateOf, member } from './http.js';
import { SmsError, type SmsProvider, type SmsSettings } from './provider.js';

/**
 * SMS Aero. `SMS_API_KEY` is `<e-mail of the account>:<api key>`, as their Basic authentication wants both;
 * `SMS_SENDER` is the signature. Written from https://smsaero.ru/integration/documentation/api/ and their own clients.
 */
export function createSmsAero(
  { apiKey, sender }: SmsSettings,
  url = 'https://gate.smsaero.ru/v2/sms/send',
): SmsProvider {
  const headers = {
    Authorization: `Basic ${Buffer.from(apiKey).toString('base64')}`,
    'Content-Type': 'application/json',
    Accept: 'application/json',
  };
  return {
    async send({ to, text }, { signal }) {
      const message = JSON.stringify({ number: to, text, sign: sender });
      const { status, body } = await callProvider(url, { method: 'POST', headers, body: message, signal });
      const success = member(body, 'success');
      if (status === 200 && success === true) return;
      throw new SmsError(`refused, status ${status}`, status === 200 && success === false ? 'refused' : fateOf(status));
    },
  };
}
