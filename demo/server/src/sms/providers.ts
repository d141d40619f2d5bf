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

/** The form of `SMS_API_KEY`, in words and to check by, where a provider's key has one that is easily got wrong. */
export const keyForms: Readonly<Record<string, { readonly shown: string; readonly pattern: RegExp }>> = {
  smsaero: { shown: '<e-mail of the account>:<api key>', pattern: /^[^\s:@]+@[^\s:@]+:\S+$/ },
};
