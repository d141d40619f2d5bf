import assert from 'node:assert/strict';
import { ConfigError, loadConfig } from '../../src/config/config.js';

/** A secret that production accepts: random, and used nowhere else. */
export const goodSecret = 'uS4vQm0c7xkJr2Zp9TtYw1LhBn6EaGdF';

/** The settings that production needs. */
export const safeEnvironment = {
  ALLOWED_ORIGINS: 'https://example.org',
  SERVER_SECRET: goodSecret,
  SMS_PROVIDER: 'smsru',
  SMS_API_KEY: 'key',
  SMS_SENDER: 'Example',
};

/** Lists the problems of a configuration, and asserts that none of them shows a value that may be a secret. */
export function problemsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    for (const name of ['SERVER_SECRET', 'SMS_API_KEY', 'CHALLENGE_SECRET', 'TEST_NUMBERS', 'DATABASE_URL']) {
      assert.ok(!env[name] || !error.message.includes(env[name]), `the value of ${name} is in the message`);
    }
    return error.problems;
  }
  return [];
}
