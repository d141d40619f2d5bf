import { MockProvider } from './mock.js';
import type { SmsProviderFactory } from './provider.js';
import { createSmsAero } from './smsaero.js';
import { createSmsRu } from './smsru.js';

/** The providers by their identifier, the value of `SMS_PROVIDER`. Another one is a file beside and a line here. */
export const smsProviders: Readonly<Record<string, SmsProviderFactory>> = {
  mock: settings => new MockProvider(settings),
  smsru: settings => createSmsRu(settings),
  smsaero: settings => createSmsAero(settings),
};
