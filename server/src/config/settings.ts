import { z } from 'zod';
import { CODE_LENGTH } from '../common/crypto.js';
import { DEVELOPMENT_TEST_NUMBERS, PHONE_FORMAT, PHONE_PATTERN } from '../common/phone.js';
import { smsLanguages } from '../sms/templates.js';
import { parseProxies, type ProxyProblem } from './proxies.js';

/** An integer from `min` to `max`, both included. */
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
  .transform(value => value === '1' || value === 'true');

const list = z.string().transform(value =>
  value
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== ''),
);

/** An origin as browsers send it: scheme, host and port. A wildcard is refused, because origins are compared as text. */
const origin = z.string().refine(value => {
  try {
    const url = new URL(value);
    const isPattern = url.hostname.includes('*');
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === value && !isPattern;
  } catch {
    return false;
  }
}, 'must be an origin such as https://example.org, with no path and no *');

const testCodePattern = new RegExp(`^\\d{${CODE_LENGTH}}$`);

const testNumbers = list
  .pipe(
    z
      .array(
        z.string().refine(pair => {
          const [phone = '', code = '', ...rest] = pair.split(':');
          return PHONE_PATTERN.test(phone) && testCodePattern.test(code) && rest.length === 0;
        }, `must be number:code pairs, ${PHONE_FORMAT} and ${CODE_LENGTH} digits`),
      )
      .max(2, 'must be two numbers at most'),
  )
  .transform(pairs => new Map(pairs.map(pair => pair.split(':') as [string, string])));

const proxyProblems: Readonly<Record<ProxyProblem, string>> = {
  malformed: 'must be addresses or networks such as 10.0.0.0/8',
  everybody: 'must not be everybody: any caller could invent an address',
};

const proxies = list.transform((entries, context) => {
  const parsed = parseProxies(entries);
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: proxyProblems[parsed] });
  return z.NEVER;
});

const day = 86_400;

/** One count of a limit. */
const limit = (defaultMax: number) => integer(1, 1e9).default(defaultMax);

/** How many times a smaller budget a larger one is. */
const factor = (defaultFactor: number) => integer(1, 1e6).default(defaultFactor);

const testNumbersExample = [...DEVELOPMENT_TEST_NUMBERS].map(pair => pair.join(':')).join(',');

/**
 * All settings of the server: name in the environment → schema with default and description. An empty value counts as not
 * set. `npm run settings` writes the table in the README from here, and a test compares the two.
 */
export const settings = {
  NODE_ENV: z
    .string()
    .default('production')
    .describe(
      '`development` enables the mock provider, the test numbers and `/dev/sms`. Any other value is production.',
    ),
  PORT: integer(0, 65_535).default(5173).describe('Port to listen on; 0 picks a free one.'),
  HOST: z.string().optional().describe('Address to listen on. 127.0.0.1 in development, 0.0.0.0 in production.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    // A URL without a host is valid for PostgreSQL, which then uses a Unix socket, but not for `URL`.
    .refine(
      value => URL.canParse(value.replace('@/', '@socket/')),
      'must be an address: percent-encode special characters',
    )
    .optional()
    .describe('URL of PostgreSQL. If not set, PGlite (embedded PostgreSQL) stores its files in `DATA_DIR`.'),
  DATABASE_POOL: integer(1, 1000).default(10).describe('Maximum number of connections to PostgreSQL per process.'),
  DATABASE_POOLING: z
    .enum(['session', 'transaction'], 'must be session or transaction')
    .default('session')
    .describe(
      '`transaction` behind a pooler that gives each transaction another connection (PgBouncer in transaction mode): no named statements, no session state.',
    ),
  DATA_DIR: z
    .string()
    .optional()
    .describe('Folder of the embedded database, `.data` in `server` if not set. `memory://` stores nothing on disk.'),
  DEMO_DIR: z.string().optional().describe('Folder of a built page to serve at `/`. If not set, no page is served.'),
  ALLOWED_ORIGINS: list
    .pipe(z.array(origin))
    .optional()
    .describe(
      'Exact origins whose pages may call the server, comma-separated. If not set, in development: all loopback origins.',
    ),
  TRUSTED_PROXIES: proxies
    .optional()
    .describe('Addresses and networks of proxies whose `X-Forwarded-For` is trusted, comma-separated.'),
  SERVER_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret from which the keys of all MACs are derived. If not set, in development: a random one, kept in `DATA_DIR`.',
    ),
  SMS_PROVIDER: z.string().optional().describe('SMS provider, see below. If not set, in development: `mock`.'),
  SMS_API_KEY: z.string().optional().describe("The provider's API key."),
  SMS_SENDER: z.string().max(64).optional().describe('Sender name, as agreed with the provider.'),
  SMS_ORIGIN: origin
    .optional()
    .describe('Origin whose host is in the last line of the SMS. If not set: the first of `ALLOWED_ORIGINS`.'),
  SMS_LANGUAGE: z
    .enum(smsLanguages)
    .default('ru')
    .describe('Language of the SMS, one of `src/sms/templates.ts`, if the browser accepts none of them.'),
  SMS_TIMEOUT: integer(1, 60).default(10).describe('Seconds to wait for an answer of the SMS provider.'),
  TEST_NUMBERS: testNumbers
    .optional()
    .describe(`Up to two numbers that have fixed codes and get no SMS, such as \`${testNumbersExample}\`.`),
  ALLOW_TEST_NUMBERS: flag.default(false).describe('`1` allows test numbers in production.'),
  // In its last second a token can't be read any more: with a lifetime of 1 every read would be answered 401.
  TOKEN_TTL: integer(2, 365 * day)
    .default(14 * day)
    .describe('Lifetime of a token in seconds; each renewal gives a new token.'),
  SESSION_TTL: integer(2, 3650 * day)
    .default(90 * day)
    .describe('Lifetime of a session in seconds, however often it is renewed.'),
  REUSE: z
    .enum(['allow', 'end'], 'must be allow or end')
    .default('allow')
    .describe(
      '`end`: a token that is used long after it was replaced, while its successor is in use, ends its session.',
    ),
  SEND_INTERVAL: integer(1, day).default(60).describe('Seconds between two SMS to one number.'),
  CODE_TTL: integer(1, day).default(300).describe('Lifetime of a code in seconds.'),
  MAX_ATTEMPTS: integer(1, 100).default(3).describe('Wrong codes until the number is blocked.'),
  BLOCK_STEPS: list
    .pipe(z.array(integer(1, 365 * day)).min(1, 'must name one step at least'))
    .default([900, 3600, day])
    .describe('Durations of the first, second … block of a number in seconds, comma-separated.'),
  SENDS_PER_DAY: limit(10).describe('SMS to one number in 24 hours.'),
  SENDS_PER_HOUR_TOTAL: limit(2000).describe('SMS to all numbers in an hour.'),
  SENDS_PER_DAY_TOTAL: limit(10_000).describe('SMS to all numbers in 24 hours.'),
  SENDS_PER_IP: limit(60).describe('SMS requested from one address in an hour.'),
  CODE_FAILURES_PER_IP: limit(60).describe('Wrong codes from one address in an hour.'),
  PASSWORD_FAILURES_PER_IP: limit(100).describe('Wrong passwords from one address in an hour.'),
  PASSWORD_FREE_FAILURES: limit(5).describe(
    'Wrong passwords for one login from one address before each further one doubles a delay (1 s … 15 min).',
  ),
  PASSWORD_FREE_FAILURES_PER_LOGIN: limit(50).describe(
    'Wrong passwords for one login from all addresses before each further one doubles a delay (1 s … 1 min).',
  ),
  NEW_LOGINS_PER_IP: limit(20).describe('Accounts created by password from one address in an hour.'),
  SIGN_INS_PER_ACCOUNT: limit(200).describe('Sign-ins to one number or login in an hour.'),
  SIGN_INS_PER_IP: limit(600).describe('Sign-ins from one address in an hour.'),
  RENEWALS_PER_SESSION: limit(120).describe('New tokens for one session in an hour.'),
  RENEWALS_PER_IP: limit(3000).describe('New tokens for sessions at one address in an hour.'),
  DEAD_CODES_PER_NUMBER: limit(1000).describe('Codes entered for one number in an hour while it has no live code.'),
  DEAD_CODES_PER_IP: limit(1500).describe('Codes entered from one address in an hour for numbers without a live code.'),
  DAY_ALLOWANCE: factor(5).describe(
    'The budget of an address in 24 hours, in budgets of an hour: for SMS, wrong codes, wrong passwords and new accounts.',
  ),
  IPV6_56_ALLOWANCE: factor(2).describe(
    'Budgets of a /64 that a /56 of IPv6 has. Addresses of IPv6 count by their /64.',
  ),
  IPV6_48_ALLOWANCE: factor(4).describe('Budgets of a /64 that a /48 of IPv6 has.'),
  IPV4_24_ALLOWANCE: factor(8).describe('Budgets of an address that a /24 of IPv4 has.'),
  MAX_WAITING: integer(1, 1e6)
    .default(1000)
    .describe('Calls that wait for the database, or for one number or login, in a process. Further ones are refused.'),
  CHALLENGE: z
    .enum(['auto', 'always', 'never'], 'must be auto, always or never')
    .default('auto')
    .describe(
      'Whether requests for a code and sign-ins by password meet a challenge: `auto`, by what was used of the budgets.',
    ),
  CHALLENGE_TYPE: z
    .string()
    .default('pow')
    .describe(
      '`pow`, a proof of work, or a captcha: `turnstile`, `hcaptcha`, `smartcaptcha`, with the two keys below.',
    ),
  CHALLENGE_SITE_KEY: z.string().optional().describe("The site's public key with the provider of the captcha."),
  CHALLENGE_SECRET: z.string().optional().describe("The site's secret key with the provider of the captcha."),
  CHALLENGE_TIMEOUT: integer(1, 60)
    .default(5)
    .describe('Seconds to wait for an answer of the provider of the captcha.'),
  CHALLENGE_WORK: integer(2, 1e6)
    .default(200)
    .describe(
      'Derivations, of a millisecond each, that a proof of work takes at most at its first step; half in the mean.',
    ),
  CHALLENGE_FREE: integer(0, 100)
    .default(50)
    .describe(
      'Percent of the SMS of an address that meet no challenge, three an hour at least. An ordinary day should use less.',
    ),
  CHALLENGE_FREE_SIGN_INS: integer(0, 100)
    .default(30)
    .describe('Percent of the wrong passwords and new accounts of an address that meet no challenge, three at least.'),
  CHALLENGE_CLIMB: integer(1, 100)
    .default(60)
    .describe('Percent of the budget of an address or network from which the proof of work gets harder.'),
  CHALLENGE_TOTAL: integer(1, 100)
    .default(30)
    .describe(
      'Percent of the SMS for all numbers from which each request meets a challenge. An ordinary day should use less.',
    ),
  METRICS_PORT: integer(0, 65_535)
    .optional()
    .describe('Port on which `GET /metrics` answers Prometheus; 0 picks a free one. If not set, there are no metrics.'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address on which the metrics are served.'),
  BLOCK_WAVE: limit(20).describe('Blocks of numbers in ten minutes, in a process, that are worth a warning.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Minimum level of the log records.'),
} as const;

type Shape = { -readonly [K in keyof typeof settings]: (typeof settings)[K] };

/** The values of the settings. Defaults that depend on the mode are not filled in yet: `loadConfig` does that. */
export type Settings = z.output<z.ZodObject<Shape>>;
