import type { Config } from '../config.js';
import type { Log } from '../log.js';
import { maskPhone } from '../log.js';
import { SmsError, type SmsFate, type SmsProvider } from './provider.js';
import { type SmsLanguage, smsText } from './templates.js';

/** Sends a code, or finds out that it can't. */
export interface Outbox {
  /** @returns whether the provider took the message, refused it, or has not let us know */
  sendCode(tel: string, code: string, language: SmsLanguage): Promise<'taken' | SmsFate>;
}

/** The outbox over a provider: writes the text, keeps the time, and logs a failure without a number or a code. */
export function createOutbox(config: Config['sms'], provider: SmsProvider, log: Log): Outbox {
  return {
    async sendCode(tel, code, language) {
      const controller = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new SmsError('the provider did not answer in time', 'unknown'));
          controller.abort();
        }, config.timeout * 1000);
      });
      try {
        // The controller itself: it makes its signal for those who ask for it, which costs more than the rest of this.
        const sent = provider.send({ to: tel, text: smsText(language, code, config.host) }, controller);
        // The time is kept here too, should a provider not heed the signal.
        await Promise.race([sent, late]);
        return 'taken';
      } catch (error) {
        const known = error instanceof SmsError;
        const reason = known ? error.message : 'the provider could not be reached';
        const fate = known ? error.fate : 'unknown';
        log.error(
          { tel: maskPhone(tel), provider: config.provider, reason },
          fate === 'refused' ? 'SMS not sent' : 'SMS not confirmed: it may have been sent',
        );
        return fate;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
