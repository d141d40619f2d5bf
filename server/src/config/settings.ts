import { z } from 'zod';
import { CODE_LENGTH } from '../common/crypto.js';
import { canonicalPhone } from '../common/libphonenumber.js';
import { DEVELOPMENT_TEST_NUMBERS, PHONE_FORMAT, PHONE_PATTERN } from '../common/phone.js';
import { SMS_LANGUAGES } from '../sms/templates.js';
import { countrySettings } from './country-settings.js';
import { durationSettings } from './duration-settings.js';
import { integer, list, type Values } from './formats.js';
import { limitSettings } from './limit-settings.js';
import { parseProxies, type ProxyProblem } from './proxies.js';

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
  .transform(value => value === '1' || value === 'true');

/** An origin as browsers send it: scheme, host and any port but the default one. Wildcards are refused, because origins are compared as text. */
const origin = z.string().refine(value => {
  try {
    const url = new URL(value);
    const isPattern = url.hostname.includes('*');
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === value && !isPattern;
  } catch {
    return false;
  }
}, 'must be an origin such as https://example.org, with no path and no *');

const TEST_CODE_PATTERN = new RegExp(`^\\d{${CODE_LENGTH}}$`);

const testNumbers = list
  .pipe(
    z
      .array(
        z.string().refine(pair => {
          const [phone = '', code = '', ...rest] = pair.split(':');
          return PHONE_PATTERN.test(phone) && TEST_CODE_PATTERN.test(code) && rest.length === 0;
        }, `must be number:code pairs: ${PHONE_FORMAT}, a colon, and a code of ${CODE_LENGTH} digits`),
      )
      .max(2, 'must be two numbers at most'),
  )
  .transform((pairs, context) => {
    const codes = new Map(
      pairs.map(pair => {
        const [phone, code] = pair.split(':') as [string, string];
        return [canonicalPhone(phone), code];
      }),
    );
    if (codes.size < pairs.length) context.addIssue({ code: 'custom', message: 'must have one code for each number' });
    return codes;
  });

const PROXY_PROBLEMS: Readonly<Record<ProxyProblem, string>> = {
  malformed: 'must be addresses or networks such as 10.0.0.0/8',
  everybody: 'must cover fewer public addresses: anybody at one of them could invent the address of a caller',
};

const proxies = list.transform((entries, context) => {
  const parsed = parseProxies(entries);
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: PROXY_PROBLEMS[parsed] });
  return z.NEVER;
});

const TEST_NUMBERS_EXAMPLE = [...DEVELOPMENT_TEST_NUMBERS].map(pair => pair.join(':')).join(',');

/**
 * The schemas of all settings of the server, with their defaults and descriptions, by their names in the environment. The settings of
 * countries, durations and limits are in files of their own. An empty value counts as missing. `npm run settings` generates the
 * table in server/README.md from this object, and a test compares the two.
 */
export const settings = {
  NODE_ENV: z
    .string()
    .default('production')
    .describe(
      '`development` enables the mock provider, the test numbers and `/dev/sms`. Any other value means production.',
    ),
  PORT: integer(0, 65_535).default(5173).describe('Port to listen on; 0 picks a free one.'),
  HOST: z
    .string()
    .optional()
    .describe('Address to listen on. If not set: 127.0.0.1 in development, 0.0.0.0 in production.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    // A URL with a user and no host is valid for PostgreSQL: the host is the default one, or that of the query. `URL` can't parse it.
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
      '`transaction` if a pooler gives each transaction another connection (PgBouncer in transaction mode): the server then uses no named statements and no session state.',
    ),
  DATA_DIR: z
    .string()
    .optional()
    .describe('Folder of the embedded database. If not set: `.data` in `server`. `memory://` stores nothing on disk.'),
  DEMO_DIR: z
    .string()
    .optional()
    .describe('Folder of a built page to serve at `/`. If not set, the server serves no page.'),
  ALLOWED_ORIGINS: list
    .pipe(z.array(origin))
    .optional()
    .describe(
      'Exact origins whose pages may call the server, comma-separated. If not set in development: all loopback origins.',
    ),
  TRUSTED_PROXIES: proxies
    .optional()
    .describe('Addresses and networks of the proxies whose `X-Forwarded-For` the server trusts, comma-separated.'),
  SERVER_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret from which the server derives the keys of all MACs. If not set in development: a random one, kept in `DATA_DIR`.',
    ),
  SERVER_SECRET_PREVIOUS: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Another secret whose codes, states, device memories and challenges the server accepts: see [below](#changing-the-secret).',
    ),
  SMS_PROVIDER: z.string().optional().describe('SMS provider, one of those below. If not set in development: `mock`.'),
  SMS_API_KEY: z.string().optional().describe("The provider's API key."),
  SMS_SENDER: z.string().max(64).optional().describe('Sender name that you agreed with the provider.'),
  SMS_ORIGIN: origin
    .optional()
    .describe('Origin whose host is in the last line of the SMS. If not set: the first of `ALLOWED_ORIGINS`.'),
  SMS_LANGUAGE: z
    .enum(SMS_LANGUAGES)
    .default('ru')
    .describe('Language of the SMS, one of those in `src/sms/templates.ts`, if the browser accepts none of them.'),
  SMS_TIMEOUT: integer(1, 60).default(10).describe('How long the server waits for the SMS provider, in seconds.'),
  ...countrySettings,
  TEST_NUMBERS: testNumbers
    .optional()
    .describe(`Up to two numbers that have fixed codes and get no SMS, such as \`${TEST_NUMBERS_EXAMPLE}\`.`),
  ALLOW_TEST_NUMBERS: flag.default(false).describe('`1` allows test numbers in production.'),
  REUSE: z
    .enum(['allow', 'end'], 'must be allow or end')
    .default('allow')
    .describe(
      '`end` ends a session if one of its tokens is used long after it was replaced and the new token is in use.',
    ),
  ...durationSettings,
  ...limitSettings,
  MAX_WAITING: integer(1, 1e6)
    .default(1000)
    .describe(
      'How many calls of one kind may wait in each queue of a process: known callers, callers with a token or solution that may be made up, and all others. The database and the threads have a queue each, whose further calls are refused with 503. Each number, and each login from one address, has a queue too, whose further calls are refused with 429.',
    ),
  CHALLENGE: z
    .enum(['auto', 'always', 'never'], 'must be auto, always or never')
    .default('auto')
    .describe(
      'Whether requests for a code and sign-ins by password meet a challenge: `always`, `never`, or `auto`, which depends on how much of the budgets is used.',
    ),
  CHALLENGE_TYPE: z
    .string()
    .default('pow')
    .describe(
      '`pow` for a proof of work, or a captcha with the two keys below: `turnstile`, `hcaptcha` or `smartcaptcha`.',
    ),
  CHALLENGE_SITE_KEY: z.string().optional().describe("The site's public key from the captcha provider."),
  CHALLENGE_SECRET: z.string().optional().describe("The site's secret key from the captcha provider."),
  CHALLENGE_TIMEOUT: integer(1, 60)
    .default(5)
    .describe('How long the server waits for the captcha provider, in seconds.'),
  CHALLENGE_WORK: integer(2, 1e6)
    .default(200)
    .describe(
      'Maximum number of derivations, of about a millisecond each, that a proof of work takes at its first step. The mean is half of it.',
    ),
  CHALLENGE_FREE: integer(0, 100)
    .default(50)
    .describe(
      'Percentage of the budget `SENDS_PER_IP` that an address may use before its requests for a code meet a challenge, but at least three SMS an hour. Once devices without a memory of their number have used a tenth of their SMS, an address gets at most one of 200 of these. An ordinary day should use less.',
    ),
  CHALLENGE_FREE_SIGN_INS: integer(0, 100)
    .default(30)
    .describe(
      'Percentage of the budgets `PASSWORD_FAILURES_PER_IP`, `NEW_LOGINS_PER_IP` and `SIGN_INS_PER_IP` that an address may use before its sign-ins by password meet a challenge, but at least three of each an hour.',
    ),
  CHALLENGE_CLIMB: integer(1, 100)
    .default(60)
    .describe('Percentage of the budget of an address or network from which the proof of work gets harder.'),
  CHALLENGE_TOTAL: integer(1, 100)
    .default(30)
    .describe(
      'Percentage of the SMS that are not reserved after which every request for one meets a challenge, unless the device has a memory of the number. An ordinary day should use less.',
    ),
  METRICS_PORT: integer(0, 65_535)
    .optional()
    .describe(
      'Port on which `GET /metrics` answers Prometheus; 0 picks a free one. If not set, the server has no metrics.',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address on which the server serves the metrics.'),
  UNENTERED_CODES: integer(1, 1e9)
    .default(50)
    .describe(
      'How many codes to a country in an hour make a process log a warning if fewer than one in five is entered.',
    ),
  BLOCK_WAVE: integer(1, 1e9)
    .default(20)
    .describe('How many blocks of numbers in ten minutes make a process log a warning.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Minimum level of the log records.'),
} as const;

/** The values of the settings. An optional setting that isn't set is undefined: `loadConfig` fills in its default, if it has one. */
export type Settings = Values<typeof settings>;
