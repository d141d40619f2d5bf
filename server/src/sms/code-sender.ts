import type { Log } from '../common/log.js';
import type { Metrics } from '../common/metrics.js';
import { maskPhone } from '../common/phone.js';
import { countSmsParts } from './parts.js';
import { SmsError, type SmsFailure, type SmsProvider } from './provider.js';
import { type SmsLanguage, smsText } from './templates.js';

/** Sends codes by SMS. */
export interface CodeSender {
  /** Sends a code. Never rejects: a failure is logged and becomes the result. */
  send(phone: string, code: string, language: SmsLanguage): Promise<'accepted' | SmsFailure>;
}

/** Settings of the code sender. */
export interface CodeSenderOptions {
  /** Name of the provider, for the log and the metrics. */
  readonly provider: string;
  /** Host in the last line of the SMS. */
  readonly host: string;
  /** How long the sender waits for the provider, in seconds. */
  readonly timeout: number;
}

export function createCodeSender(
  options: CodeSenderOptions,
  provider: SmsProvider,
  log: Log,
  metrics: Metrics,
): CodeSender {
  return {
    async send(phone, code, language) {
      const text = smsText(language, code, options.host);
      const startedAt = performance.now();
      const measure = (outcome: 'accepted' | SmsFailure) => {
        const seconds = (performance.now() - startedAt) / 1000;
        metrics.sms(options.provider, outcome, countSmsParts(text), seconds);
        return outcome;
      };
      const controller = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      // The abort signal isn't enough: a provider that ignores it must not hold up the call.
      const timedOut = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new SmsError('the provider did not answer in time', 'unknown'));
          controller.abort();
        }, options.timeout * 1000);
      });
      try {
        // The controller is passed as the options: its getter `signal` creates the signal only when the provider reads it. Creating one
        // costs more than everything else in this function.
        const sent = provider.send({ to: phone, text }, controller);
        await Promise.race([sent, timedOut]);
        return measure('accepted');
      } catch (error) {
        const { message: reason, failure } =
          error instanceof SmsError
            ? error
            : new SmsError('the provider failed with an error that is not logged', 'unknown');
        log.error(
          { tel: maskPhone(phone), provider: options.provider, reason },
          failure === 'refused' ? 'SMS not sent' : 'SMS not confirmed: it may have been sent',
        );
        return measure(failure);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
