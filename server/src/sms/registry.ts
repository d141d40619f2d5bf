import type { SmsProviderType } from './provider.js';
import * as providers from './providers.js';

/** The SMS providers by their value of `SMS_PROVIDER`. */
export const smsProviders: Readonly<Record<string, SmsProviderType>> = providers;
