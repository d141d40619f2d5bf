import { mock } from './mock.js';
import type { SmsProviderType } from './provider.js';
import { smsaero } from './smsaero.js';
import { smsru } from './smsru.js';

/** The SMS providers by their value of `SMS_PROVIDER`. To add one, write its file and name it here. */
export const smsProviders: Readonly<Record<string, SmsProviderType>> = { mock, smsaero, smsru };
