import { callProvider, errorNumber, fateOf, member } from './http.js';
import { SmsError, type SmsFate, type SmsProvider, type SmsSettings } from './provider.js';

/** What SMS.RU answers where it has taken a request or a message. */
const accepted = 100;

/** A number of theirs is a plain no; where there is none the status has to tell. */
const fateBy = (code: unknown, status: number): SmsFate =>
  typeof code === 'number' && status < 500 ? 'refused' : fateOf(status);

/**
 * SMS.RU. `SMS_API_KEY` is the `api_id`, `SMS_SENDER` a sender name agreed with them.
 * Written from https://sms.ru/api/send: a form by POST, so that key and code stand in no address.
 */
export function createSmsRu({ apiKey, sender }: SmsSettings, url = 'https://sms.ru/sms/send'): SmsProvider {
  return {
    async send({ to, text }, { signal }) {
      const form = new URLSearchParams({ api_id: apiKey, to, msg: text, from: sender, json: '1' });
      const { status, body } = await callProvider(url, { method: 'POST', body: form, signal });
      // The request as a whole and the message each have a code of their own, and both must say yes.
      const request = member(body, 'status_code');
      if (status !== 200 || request !== accepted) {
        throw new SmsError(`request refused: ${errorNumber(request)}, status ${status}`, fateBy(request, status));
      }
      const message = member(member(member(body, 'sms'), to), 'status_code');
      if (message !== accepted) {
        throw new SmsError(`message refused: ${errorNumber(message)}`, fateBy(message, status));
      }
    },
  };
}
