import { callProvider, failureOfStatus, loggableErrorNumber, property } from './call-provider.js';
import { SmsError, type SmsFailure, type SmsProvider, type SmsProviderType, type SmsSettings } from './provider.js';

/** `status_code` of a request or a message that was accepted. */
const accepted = 100;

/** Any other `status_code` is a refusal; an answer without one is judged by its HTTP status. */
const failureOf = (statusCode: unknown, status: number): SmsFailure =>
  typeof statusCode === 'number' && status < 500 ? 'refused' : failureOfStatus(status);

/**
 * SMS.RU, by https://sms.ru/api/send. `SMS_API_KEY` is the `api_id`, `SMS_SENDER` a sender name agreed with them. The API
 * takes GET as well; with POST the key and the code are not part of the URL.
 */
export function createSmsRu({ apiKey, sender }: SmsSettings, url = 'https://sms.ru/sms/send'): SmsProvider {
  return {
    async send({ to, text }, { signal }) {
      const form = new URLSearchParams({ api_id: apiKey, to, msg: text, from: sender, json: '1' });
      const { status, body } = await callProvider(url, { method: 'POST', body: form, signal });
      // The request and the message have a status code each, and both must be checked.
      const ofRequest = property(body, 'status_code');
      if (status !== 200 || ofRequest !== accepted) {
        const reason = `request refused: ${loggableErrorNumber(ofRequest)}, status ${status}`;
        throw new SmsError(reason, failureOf(ofRequest, status));
      }
      const ofMessage = property(property(property(body, 'sms'), to), 'status_code');
      if (ofMessage !== accepted) {
        throw new SmsError(`message refused: ${loggableErrorNumber(ofMessage)}`, failureOf(ofMessage, status));
      }
    },
  };
}

export const smsru: SmsProviderType = { create: settings => createSmsRu(settings) };
