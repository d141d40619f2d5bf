import { callProvider, failureOfStatus, property } from './provider-http.js';
import { SmsError, type SmsProvider, type SmsProviderType, type SmsSettings } from './provider.js';

/**
 * Creates the provider SMS Aero, by https://smsaero.ru/integration/documentation/api/ and its client libraries. `SMS_SENDER` is the
 * signature.
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
      const success = property(body, 'success');
      if (status === 200 && success === true) return;
      const isRefusal = status === 200 && success === false;
      throw new SmsError(`not accepted, status ${status}`, isRefusal ? 'refused' : failureOfStatus(status));
    },
  };
}

export const smsaero: SmsProviderType = {
  create: settings => createSmsAero(settings),
  // The parts before and after the colon are the user name and the password of Basic authentication.
  apiKeyFormat: { description: '<e-mail of the account>:<api key>', pattern: /^[^\s:@]+@[^\s:@]+:\S+$/ },
};
