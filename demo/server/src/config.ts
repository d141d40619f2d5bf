import type { BlockList } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Settings, settings } from './settings.js';
import { keyForms, smsProviders } from './sms/providers.js';

/** The environment of a process, or what stands for it in a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the server runs with. Durations in seconds. */
export interface Config {
  readonly development: boolean;
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  /** A folder, or `memory://`. */
  readonly dataDir: string;
  readonly demoDir: string | undefined;
  /** Origins that may call the server; `loopback` stands for every origin of this machine. */
  readonly allowedOrigins: ReadonlySet<string> | 'loopback';
  readonly trustedProxies: BlockList | undefined;
  /** undefined in development alone: there a random one is kept in the data folder. */
  readonly serverSecret: string | undefined;
  readonly sms: {
    readonly provider: string;
    readonly apiKey: string;
    readonly sender: string;
    /** Host that ends each SMS. */
    readonly host: string;
    readonly language: 'ru' | 'en';
    readonly timeout: number;
  };
  readonly testNumbers: ReadonlyMap<string, string>;
  readonly tokenTtl: number;
  readonly sessionTtl: number;
  readonly sendInterval: number;
  readonly codeTtl: number;
  readonly maxAttempts: number;
  readonly blockSteps: readonly number[];
  readonly limits: {
    readonly sendsPerDay: number;
    readonly sendsPerDayTotal: number;
    readonly sendsPerIp: number;
    readonly codeFailuresPerIp: number;
    readonly passwordFailuresPerIp: number;
    readonly passwordFreeFailures: number;
    readonly passwordFreeFailuresPerLogin: number;
    readonly newLoginsPerIp: number;
  };
  readonly logLevel: Settings['LOG_LEVEL'];
}

/** A configuration that can't be run. Names every problem, and no value: a value may be a secret. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration can't be used:\n${problems.map(problem => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const developmentNumbers: ReadonlyMap<string, string> = new Map([
  ['79990000001', '111111'],
  ['79990000002', '222222'],
]);

/** Reads each setting by itself, so that one bad value does not hide the next. */
function readSettings(env: Environment): { values: Partial<Settings>; problems: string[] } {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(settings)) {
    const raw = env[name]?.trim();
    const result = schema.safeParse(raw === '' ? undefined : raw);
    if (result.success) values[name] = result.data;
    else problems.push(`${name} ${[...new Set(result.error.issues.map(issue => issue.message))].join('; ')}`);
  }
  return { values: values as Partial<Settings>, problems };
}

/** What would weaken the promises of the contract, or leave the server without something it needs. */
function refusals(values: Partial<Settings>, bad: (name: keyof Settings) => boolean): string[] {
  const problems: string[] = [];
  const refuse = (when: boolean, problem: string) => when && problems.push(problem);
  const provider = values.SMS_PROVIDER;
  refuse(!provider && !bad('SMS_PROVIDER'), 'SMS_PROVIDER is not set: no code could be sent');
  refuse(provider === 'mock', 'SMS_PROVIDER is the mock sender, which sends nothing and exists in development only');
  refuse(!values.SMS_API_KEY && !bad('SMS_API_KEY'), 'SMS_API_KEY is not set');
  refuse(!values.SMS_SENDER && !bad('SMS_SENDER'), 'SMS_SENDER is not set');
  refuse(
    !!values.TEST_NUMBERS?.size && !values.ALLOW_TEST_NUMBERS,
    'TEST_NUMBERS is set, and ALLOW_TEST_NUMBERS=1 is not: anybody could sign in with a fixed code',
  );
  refuse((values.SEND_INTERVAL ?? 60) < 60, 'SEND_INTERVAL is under 60 seconds');
  refuse((values.MAX_ATTEMPTS ?? 3) > 3, 'MAX_ATTEMPTS is above 3');
  refuse(!values.SERVER_SECRET && !bad('SERVER_SECRET'), 'SERVER_SECRET is not set');
  refuse(!values.ALLOWED_ORIGINS?.length && !bad('ALLOWED_ORIGINS'), 'ALLOWED_ORIGINS is not set');
  return problems;
}

/**
 * The configuration from the environment (contract, «Names that others rely on»).
 * @throws ConfigError naming every problem at once
 */
export function loadConfig(env: Environment): Config {
  const { values, problems } = readSettings(env);
  const bad = (name: keyof Settings) => !(name in values);
  const development = values.NODE_ENV === 'development';
  if (!development) problems.push(...refusals(values, bad));
  const provider = values.SMS_PROVIDER ?? 'mock';
  if (!Object.hasOwn(smsProviders, provider)) {
    problems.push(`SMS_PROVIDER must be one of ${Object.keys(smsProviders).join(', ')}`);
  } else if (values.SMS_API_KEY && keyForms[provider]?.pattern.test(values.SMS_API_KEY) === false) {
    problems.push(`SMS_API_KEY must be ${keyForms[provider].shown} for ${provider}`);
  }
  if (problems.length > 0) throw new ConfigError(problems);

  const read = values as Settings;
  const page = read.SMS_ORIGIN ?? read.ALLOWED_ORIGINS?.[0] ?? 'http://localhost';
  return {
    development,
    port: read.PORT,
    host: read.HOST ?? (development ? '127.0.0.1' : '0.0.0.0'),
    databaseUrl: read.DATABASE_URL,
    databasePool: read.DATABASE_POOL,
    dataDir: read.DATA_DIR ?? fileURLToPath(new URL('../.data', import.meta.url)),
    demoDir: read.DEMO_DIR,
    allowedOrigins: read.ALLOWED_ORIGINS ? new Set(read.ALLOWED_ORIGINS) : 'loopback',
    trustedProxies: read.TRUSTED_PROXIES,
    serverSecret: read.SERVER_SECRET,
    sms: {
      provider,
      apiKey: read.SMS_API_KEY ?? '',
      sender: read.SMS_SENDER ?? 'auth-widget',
      host: new URL(page).hostname,
      language: read.SMS_LANGUAGE,
      timeout: read.SMS_TIMEOUT,
    },
    testNumbers: read.TEST_NUMBERS ?? (development ? developmentNumbers : new Map()),
    tokenTtl: read.TOKEN_TTL,
    sessionTtl: read.SESSION_TTL,
    sendInterval: read.SEND_INTERVAL,
    codeTtl: read.CODE_TTL,
    maxAttempts: read.MAX_ATTEMPTS,
    blockSteps: read.BLOCK_STEPS,
    limits: {
      sendsPerDay: read.SENDS_PER_DAY,
      sendsPerDayTotal: read.SENDS_PER_DAY_TOTAL,
      sendsPerIp: read.SENDS_PER_IP,
      codeFailuresPerIp: read.CODE_FAILURES_PER_IP,
      passwordFailuresPerIp: read.PASSWORD_FAILURES_PER_IP,
      passwordFreeFailures: read.PASSWORD_FREE_FAILURES,
      passwordFreeFailuresPerLogin: read.PASSWORD_FREE_FAILURES_PER_LOGIN,
      newLoginsPerIp: read.NEW_LOGINS_PER_IP,
    },
    logLevel: read.LOG_LEVEL,
  };
}
