import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/** A whole number between `min` and `max`, both included. */
const whole = (min: number, max: number) =>
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

/** An origin as browsers send it: scheme, host and port, nothing else. A pattern would be compared as it is, and match none. */
const origin = z.string().refine(value => {
  try {
    const url = new URL(value);
    const isPattern = url.hostname.includes('*');
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === value && !isPattern;
  } catch {
    return false;
  }
}, 'must be an origin such as https://example.org, with no path and no *');

const testNumbers = list
  .pipe(
    z
      .array(z.string().regex(/^7\d{10}:\d{6}$/, 'must be number:code pairs, 11 digits starting with 7 and 6 digits'))
      .max(2, 'must be two numbers at most'),
  )
  .transform(pairs => new Map(pairs.map(pair => pair.split(':') as [string, string])));

const proxies = list.transform((entries, context) => {
  const trusted = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const version = isIP(address);
    const bits = prefix === undefined ? undefined : Number(prefix);
    const widest = version === 4 ? 32 : 128;
    if (version === 0 || (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > widest))) {
      context.addIssue({ code: 'custom', message: 'must be addresses or networks such as 10.0.0.0/8' });
      return z.NEVER;
    }
    if (bits === 0) {
      context.addIssue({ code: 'custom', message: 'must not be everybody: any caller could invent an address' });
      return z.NEVER;
    }
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, bits, family);
  }
  return trusted;
});

const day = 86_400;

/**
 * Every setting of the server: its name in the environment, what it may be, its default and what it does.
 * The table in the documentation is generated from here. An empty value counts as not set.
 */
export const settings = {
  NODE_ENV: z
    .string()
    .default('production')
    .describe(
      '`development` switches the mock sender, the test numbers and `/dev/sms` on. Anything else is production.',
    ),
  PORT: whole(0, 65_535).default(5173).describe('Port to listen on; 0 takes a free one.'),
  HOST: z.string().optional().describe('Address to listen on. 127.0.0.1 in development, 0.0.0.0 in production.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    // A host may be left out where a Unix socket is meant.
    .refine(
      value => URL.canParse(value.replace('@/', '@socket/')),
      'must be an address: what is special is written %XX',
    )
    .optional()
    .describe('PostgreSQL. Without it PGlite, an embedded PostgreSQL, keeps its files in `DATA_DIR`.'),
  DATABASE_POOL: whole(1, 1000).default(10).describe('Connections to PostgreSQL that one process holds at most.'),
  DATA_DIR: z
    .string()
    .optional()
    .describe('Folder of the embedded database; `memory://` keeps nothing. `.data` beside the server.'),
  DEMO_DIR: z.string().optional().describe('Folder of a built page to serve at `/`. Nothing is served without it.'),
  ALLOWED_ORIGINS: list
    .pipe(z.array(origin))
    .optional()
    .describe('Exact origins whose pages may call, comma-separated. In development every loopback origin may.'),
  TRUSTED_PROXIES: proxies
    .optional()
    .describe('Addresses and networks of proxies whose `X-Forwarded-For` is believed, comma-separated.'),
  SERVER_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Keys of the MACs. In development a random one is kept in `DATA_DIR`.'),
  SMS_PROVIDER: z.string().optional().describe('Identifier of the SMS provider. `mock` in development.'),
  SMS_API_KEY: z.string().optional().describe("The provider's API key."),
  SMS_SENDER: z.string().max(64).optional().describe('Sender name, as agreed with the provider.'),
  SMS_ORIGIN: origin
    .optional()
    .describe('Origin of the page whose host ends the SMS. The first of `ALLOWED_ORIGINS` where not set.'),
  SMS_LANGUAGE: z.enum(['ru', 'en']).default('ru').describe('Language of the SMS where the browser asks for neither.'),
  SMS_TIMEOUT: whole(1, 60).default(10).describe('Seconds until a provider that does not answer has failed.'),
  TEST_NUMBERS: testNumbers
    .optional()
    .describe('Two numbers with fixed codes that get no SMS: `79990000001:111111,79990000002:222222`.'),
  ALLOW_TEST_NUMBERS: flag.default(false).describe('1 allows test numbers in production.'),
  TOKEN_TTL: whole(1, 365 * day)
    .default(14 * day)
    .describe('Lifetime of a token, in seconds, from its renewal.'),
  SESSION_TTL: whole(1, 3650 * day)
    .default(90 * day)
    .describe('Lifetime of a session, in seconds, however often it is renewed.'),
  SEND_INTERVAL: whole(1, day).default(60).describe('Seconds between two SMS to one number.'),
  CODE_TTL: whole(1, day).default(300).describe('Lifetime of a code, in seconds.'),
  MAX_ATTEMPTS: whole(1, 100).default(3).describe('The wrong code that blocks the number.'),
  BLOCK_STEPS: list
    .pipe(z.array(whole(1, 365 * day)).min(1, 'must name one step at least'))
    .default([900, 3600, day])
    .describe('Lengths of the first, second … block of a number, in seconds, comma-separated.'),
  SENDS_PER_DAY: whole(1, 1e9).default(10).describe('SMS to one number in 24 hours.'),
  SENDS_PER_DAY_TOTAL: whole(1, 1e9).default(10_000).describe('SMS to all numbers in 24 hours.'),
  SENDS_PER_IP: whole(1, 1e9).default(30).describe('SMS asked for from one address in an hour.'),
  CODE_FAILURES_PER_IP: whole(1, 1e9).default(60).describe('Wrong codes from one address in an hour.'),
  PASSWORD_FAILURES_PER_IP: whole(1, 1e9).default(100).describe('Wrong passwords from one address in an hour.'),
  PASSWORD_FREE_FAILURES: whole(1, 1e9)
    .default(5)
    .describe('Wrong passwords for one login from one address before the delay begins to double.'),
  PASSWORD_FREE_FAILURES_PER_LOGIN: whole(1, 1e9)
    .default(50)
    .describe('Wrong passwords for one login from all addresses before a delay of up to a minute.'),
  NEW_LOGINS_PER_IP: whole(1, 1e9).default(10).describe('Accounts made by password from one address in an hour.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe records that are logged.'),
} as const;

type Shape = { -readonly [K in keyof typeof settings]: (typeof settings)[K] };

/** The settings as they are read, before what depends on the mode is filled in. */
export type Settings = z.output<z.ZodObject<Shape>>;
