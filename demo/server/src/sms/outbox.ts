import type { Config } from '../config.js';
import type { Log } from '../log.js';
import { maskPhone } from '../log.js';
import { type SmsProvider, SmsError } from './provider.js';
import { type SmsLanguage, smsText } from './templates.js';

/** Sends a code, or finds out that it can't. */
export interface Outbox {
  /** @returns whether the provider took the message */
  sendCode(tel: string, code: string, language: SmsLanguage): Promise<boolean>;
}

/** The outbox over a provider: writes the text, keeps the time, and logs a failure without a number or a code. */
export function createOutbox(config: Config['sms'], provider: SmsProvider, log: Log): Outbox {
  return {
    async sendCode(tel, code, language) {
      const controller = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new SmsError('the provider did not answer in time'));
          controller.abort();
        }, config.timeout * 1000);
      });
      try {
        // The controller itself: it makes its signal for those who ask for it, which costs more than the rest of this.
        const sent = provider.send({ to: tel, text: smsText(language, code, config.host) }, controller);
        // The time is kept here too, should a provider not heed the signal.
        await Promise.race([sent, late]);
        return true;
      } catch (error) {
        const reason = error instanceof SmsError ? error.message : 'the provider could not be reached';
        log.error({ tel: maskPhone(tel), provider: config.provider, reason }, 'SMS not sent');
        return false;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
