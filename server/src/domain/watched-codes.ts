import type { Config } from '../config/config.js';
import type { CodeWatch } from '../common/unentered-codes.js';
import type { Metrics } from '../common/metrics.js';
import { requireServed } from './served-numbers.js';
import type { SendCode } from './send-code.js';
import { priceOf } from './sms-budgets.js';
import type { VerifyCode } from './verify-code.js';

/** Wraps the operations so that they also report, by country, each code that was sent and each right code that was entered. */
export function watchCodes(
  inner: { readonly sendCode: SendCode; readonly verifyCode: VerifyCode },
  config: Config,
  metrics: Metrics,
  watch: CodeWatch,
): { readonly sendCode: SendCode; readonly verifyCode: VerifyCode } {
  const report = (event: 'sent' | 'entered', phone: string) => {
    // The operation has let the number through, so this only looks its country up. A test number has none.
    const country = requireServed(config, phone);
    if (country === undefined) return;
    metrics.code(event, country, priceOf(config.countries.prices, country, phone));
    watch[event](country);
  };
  return {
    async sendCode(request) {
      const sent = await inner.sendCode(request);
      report('sent', request.phone);
      return sent;
    },
    async verifyCode(request) {
      const session = await inner.verifyCode(request);
      // A repeated call doesn't enter another code.
      if (!session.isRepeated) report('entered', request.phone);
      return session;
    },
  };
}
