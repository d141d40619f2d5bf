// The SMS providers, each exported under its value of SMS_PROVIDER. To add one, write its file and export it here.
export { mock } from './mock.js';
export { smsaero } from './smsaero.js';
export { smsru } from './smsru.js';
