// What a server's project has in addition to better-auth: its database, its SMS provider, and what the tests set.
export { pool } from './database.mjs';

/** The SMS that were sent, the latest last. */
export const sentSms = [];

/** Set by a test: the next SMS fails with it. */
export const provider = { failure: undefined };

/** Sends an SMS. Here it is kept for the test that reads it. */
export async function sendSms(phoneNumber, text) {
  await Promise.resolve();
  if (provider.failure !== undefined) {
    const message = provider.failure;
    provider.failure = undefined;
    throw new Error(message);
  }
  sentSms.push({ phoneNumber, text });
}
