import { callProvider, failureOfStatus, loggableErrorNumber, property } from './provider-http.js';
import { SmsError, type SmsFailure, type SmsProvider, type SmsProviderType, type SmsSettings } from './provider.js';

/** The `status_code` of an accepted request or message. */
const ACCEPTED = 100;

/**
 * Returns the failure of an answer that doesn't confirm the message. A `status_code` that is a number other than `ACCEPTED` is a
 * refusal, unless the HTTP status is 5xx. Otherwise the HTTP status decides.
 */
const failureOf = (statusCode: unknown, status: number): SmsFailure =>
  typeof statusCode === 'number' && statusCode !== ACCEPTED && status < 500 ? 'refused' : failureOfStatus(status);

/**
 * Creates the provider SMS.RU, by https://sms.ru/api/send. `SMS_API_KEY` is the `api_id`, and `SMS_SENDER` a sender name agreed with
 * SMS.RU. The API also accepts GET, but POST keeps the key and the code out of the URL.
 */
export function createSmsRu({ apiKey, sender }: SmsSettings, url = 'https://sms.ru/sms/send'): SmsProvider {
  return {
    async send({ to, text }, { signal }) {
      const form = new URLSearchParams({ api_id: apiKey, to, msg: text, from: sender, json: '1' });
      const { status, body } = await callProvider(url, { method: 'POST', body: form, signal });
      // The request and the message each have a status code, and both must be checked.
      const ofRequest = property(body, 'status_code');
      if (status !== 200 || ofRequest !== ACCEPTED) {
        const reason = `request not accepted: ${loggableErrorNumber(ofRequest)}, status ${status}`;
        throw new SmsError(reason, failureOf(ofRequest, status));
      }
      const ofMessage = property(property(property(body, 'sms'), to), 'status_code');
      if (ofMessage !== ACCEPTED) {
        throw new SmsError(`message not accepted: ${loggableErrorNumber(ofMessage)}`, failureOf(ofMessage, status));
      }
    },
  };
}

export const smsru: SmsProviderType = { create: settings => createSmsRu(settings) };
