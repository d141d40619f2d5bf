import { z } from 'zod';
import { integer, list } from './formats.js';

const DAY = 86_400;

/**
 * The settings that say how long a token, session, code or block lasts, and how long a number waits for its next SMS. All are in
 * seconds. The timeouts of providers are beside their other settings, in settings.ts.
 */
export const durationSettings = {
  // A token can't be used in its last second. With a lifetime of one second, the server would answer every read with 401.
  TOKEN_TTL: integer(2, 365 * DAY)
    .default(14 * DAY)
    .describe('Lifetime of a token in seconds. Each renewal issues a new token.'),
  SESSION_TTL: integer(2, 3650 * DAY)
    .default(90 * DAY)
    .describe('Lifetime of a session in seconds, however often it is renewed.'),
  SEND_INTERVAL: integer(1, DAY).default(60).describe('Seconds between two SMS to one number.'),
  CODE_TTL: integer(1, DAY).default(300).describe('Lifetime of a code in seconds.'),
  BLOCK_STEPS: list
    .pipe(z.array(integer(1, 365 * DAY)).min(1, 'must name one step at least'))
    .default([900, 3600, DAY])
    .describe('Durations of the first, second and further blocks of a number in seconds, comma-separated.'),
} as const;
