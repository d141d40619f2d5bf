import type { BlockList } from 'node:net';
import { fileURLToPath } from 'node:url';
import { captchaTypes } from '../challenge/registry.js';
import { DEVELOPMENT_TEST_NUMBERS } from '../common/phone.js';
import { smsProviders } from '../sms/registry.js';
import type { SmsLanguage } from '../sms/templates.js';
import { findCountryProblems, type ServedCountries, servedCountries } from './country-budgets.js';
import { limitsOf } from './limit-settings.js';
import { findProductionProblems, findProductionWarnings } from './production.js';
import { type Settings, settings } from './settings.js';
import { findUnknownNames } from './unknown-names.js';

/** Environment variables: `process.env`, or an object in a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration of the server. Durations are in seconds. */
export interface Config {
  readonly development: boolean;
  readonly port: number;
  readonly host: string;
  /** URL of PostgreSQL; undefined for PGlite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  readonly databasePooling: Settings['DATABASE_POOLING'];
  /** A folder, or `memory://`. */
  readonly dataDir: string;
  readonly demoDir: string | undefined;
  /** The origins that may call the server; `loopback` allows all origins of this machine. */
  readonly allowedOrigins: ReadonlySet<string> | 'loopback';
  readonly trustedProxies: BlockList | undefined;
  /** May be undefined in development only: see `loadSecret`. */
  readonly serverSecret: string | undefined;
  /** Another secret that is accepted: the previous one or, during a change, the next one. */
  readonly previousSecret: string | undefined;
  readonly sms: {
    readonly provider: string;
    readonly apiKey: string;
    readonly sender: string;
    /** Host in the last line of the SMS. */
    readonly host: string;
    readonly language: SmsLanguage;
    readonly timeout: number;
  };
  readonly countries: ServedCountries;
  /** Phone number → fixed code. */
  readonly testNumbers: ReadonlyMap<string, string>;
  readonly tokenTtl: number;
  readonly sessionTtl: number;
  /** What happens when somebody uses a token that was replaced long ago. */
  readonly reuse: Settings['REUSE'];
  readonly sendInterval: number;
  readonly codeTtl: number;
  readonly maxAttempts: number;
  readonly blockSteps: readonly number[];
  readonly limits: Readonly<ReturnType<typeof limitsOf>>;
  readonly challenge: {
    readonly mode: Settings['CHALLENGE'];
    /** `pow`, or a name in `captchaTypes`. */
    readonly type: string;
    readonly siteKey: string;
    readonly secret: string;
    readonly timeout: number;
    /** Maximum number of derivations at the first step. */
    readonly work: number;
    /** The share of the SMS budget of an address that is free of challenges. This share and the next three are from 0 to 1. */
    readonly freeShare: number;
    /** The same for wrong passwords, new accounts and sign-ins by password. */
    readonly freeSignInShare: number;
    /** The used share of the budget of an address or network from which the proof of work gets harder. */
    readonly climbShare: number;
    /** The used share of the SMS for devices without a memory of the number after which each of their requests meets a challenge. */
    readonly totalShare: number;
  };
  /** How many calls of one standing may wait in each queue: for the database, a thread, one number, or one login from one address. */
  readonly maxWaiting: number;
  /** The port of the metrics; undefined for no metrics. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** How many blocks in ten minutes cause a warning. */
  readonly blockWave: number;
  /** How many codes to a country in an hour cause a warning if fewer than a fifth of them is entered. */
  readonly unenteredCodes: number;
  readonly logLevel: Settings['LOG_LEVEL'];
  /** Sentences about settings that are accepted but risky, which the server logs when it starts. */
  readonly warnings: readonly string[];
}

/** The configuration is invalid. The message lists all problems. It repeats no value that may be a secret, only countries, prices and the like. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration can't be used:\n${problems.map(problem => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Parses each setting on its own, so that all invalid ones are reported at once. `values` contains only the valid ones. If a setting isn't
 * set, its value is its default or undefined.
 */
function parseSettings(env: Environment): { values: Partial<Settings>; problems: string[] } {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(settings)) {
    const raw = env[name]?.trim();
    const result = schema.safeParse(raw === '' ? undefined : raw);
    if (result.success) values[name] = result.data;
    else problems.push(`${name} ${[...new Set(result.error.issues.map(issue => issue.message))].join('; ')}`);
  }
  return { values, problems };
}

function findProviderProblem(provider: string, apiKey: string | undefined): string | undefined {
  const type = Object.hasOwn(smsProviders, provider) ? smsProviders[provider] : undefined;
  if (!type) return `SMS_PROVIDER must be one of ${Object.keys(smsProviders).join(', ')}`;
  if (!apiKey || type.apiKeyFormat?.pattern.test(apiKey) !== false) return undefined;
  return `SMS_API_KEY must be ${type.apiKeyFormat.description} for ${provider}`;
}

function findChallengeProblems({ CHALLENGE_TYPE: type = 'pow', ...values }: Partial<Settings>): string[] {
  if (type === 'pow') return [];
  if (!Object.hasOwn(captchaTypes, type)) {
    return [`CHALLENGE_TYPE must be one of pow, ${Object.keys(captchaTypes).join(', ')}`];
  }
  return (['CHALLENGE_SITE_KEY', 'CHALLENGE_SECRET'] as const)
    .filter(name => !values[name])
    .map(name => `${name} is not set: ${type} needs it`);
}

/**
 * The configuration from the environment. The README lists the settings.
 * @throws ConfigError with all problems
 */
export function loadConfig(env: Environment): Config {
  const { values, problems } = parseSettings(env);
  const development = values.NODE_ENV === 'development';
  const unknown = findUnknownNames(env);
  problems.push(...unknown.problems);
  if (!development) problems.push(...findProductionProblems(values));
  const provider = values.SMS_PROVIDER ?? 'mock';
  const providerProblem = findProviderProblem(provider, values.SMS_API_KEY);
  if (providerProblem !== undefined) problems.push(providerProblem);
  problems.push(...findChallengeProblems(values), ...findCountryProblems(values, development));
  if (problems.length > 0) throw new ConfigError(problems);

  const valid = values as Settings;
  const smsHost = new URL(valid.SMS_ORIGIN ?? valid.ALLOWED_ORIGINS?.[0] ?? 'http://localhost').hostname;
  return {
    development,
    port: valid.PORT,
    host: valid.HOST ?? (development ? '127.0.0.1' : '0.0.0.0'),
    databaseUrl: valid.DATABASE_URL,
    databasePool: valid.DATABASE_POOL,
    databasePooling: valid.DATABASE_POOLING,
    dataDir: valid.DATA_DIR ?? fileURLToPath(new URL('../../.data', import.meta.url)),
    demoDir: valid.DEMO_DIR,
    allowedOrigins: valid.ALLOWED_ORIGINS ? new Set(valid.ALLOWED_ORIGINS) : 'loopback',
    trustedProxies: valid.TRUSTED_PROXIES,
    serverSecret: valid.SERVER_SECRET,
    previousSecret: valid.SERVER_SECRET_PREVIOUS,
    sms: {
      provider,
      apiKey: valid.SMS_API_KEY ?? '',
      sender: valid.SMS_SENDER ?? 'auth-widget',
      host: smsHost,
      language: valid.SMS_LANGUAGE,
      timeout: valid.SMS_TIMEOUT,
    },
    countries: servedCountries(valid),
    testNumbers: valid.TEST_NUMBERS ?? (development ? DEVELOPMENT_TEST_NUMBERS : new Map<string, string>()),
    tokenTtl: valid.TOKEN_TTL,
    sessionTtl: valid.SESSION_TTL,
    reuse: valid.REUSE,
    sendInterval: valid.SEND_INTERVAL,
    codeTtl: valid.CODE_TTL,
    maxAttempts: valid.MAX_ATTEMPTS,
    blockSteps: valid.BLOCK_STEPS,
    limits: limitsOf(valid),
    challenge: {
      mode: valid.CHALLENGE,
      type: valid.CHALLENGE_TYPE,
      siteKey: valid.CHALLENGE_SITE_KEY ?? '',
      secret: valid.CHALLENGE_SECRET ?? '',
      timeout: valid.CHALLENGE_TIMEOUT,
      work: valid.CHALLENGE_WORK,
      freeShare: valid.CHALLENGE_FREE / 100,
      freeSignInShare: valid.CHALLENGE_FREE_SIGN_INS / 100,
      climbShare: valid.CHALLENGE_CLIMB / 100,
      totalShare: valid.CHALLENGE_TOTAL / 100,
    },
    maxWaiting: valid.MAX_WAITING,
    metricsPort: valid.METRICS_PORT,
    metricsHost: valid.METRICS_HOST,
    blockWave: valid.BLOCK_WAVE,
    unenteredCodes: valid.UNENTERED_CODES,
    logLevel: valid.LOG_LEVEL,
    warnings: [...unknown.warnings, ...(development ? [] : findProductionWarnings(valid, smsHost))],
  };
}
