import { countSmsParts } from '../sms/parts.js';
import { SMS_LANGUAGES, smsText } from '../sms/templates.js';
import type { Settings } from './settings.js';

/** The shortest time between two SMS to one number that production accepts, in seconds. */
const SHORTEST_INTERVAL = 60;

/** The most wrong codes before a block that production accepts. */
const MOST_ATTEMPTS = 3;

/** The shortest block that production accepts, in seconds. */
const SHORTEST_BLOCK = 60;

/** The shortest lifetime of a token or session that production accepts, in seconds. */
const SHORTEST_LIFETIME = 60;

/**
 * Whether a secret of the required length is easy to guess: it has fewer than 8 different characters, repeats one text, or is a
 * sequence such as `0123456789…` or `001122…`. Random secrets nearly always have 12 different characters or more, even hexadecimal ones.
 */
export function isWeakSecret(secret: string): boolean {
  if (new Set(secret).size < 8) return true;
  for (let period = 1; period <= secret.length - 8; period++) {
    if (secret.startsWith(secret.slice(period))) return true;
  }
  const steps = Array.from(secret.slice(1), (character, index) => character.charCodeAt(0) - secret.charCodeAt(index));
  const changes = steps.filter(step => step !== 0);
  return changes.filter(step => Math.abs(step) === 1).length > changes.length / 2;
}

const isPlainHttp = (origin: string) => origin.startsWith('http://');
const isLoopback = (origin: string) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);

/** Returns the origins whose pages anybody on the network can change: those with `http://`, except those of the machine itself. */
const unprotected = (origins: readonly string[]) =>
  origins.filter(origin => isPlainHttp(origin) && !isLoopback(origin));

/**
 * Finds settings that production refuses (docs/protocol.md#production). Invalid settings are missing in `values` and are
 * not reported a second time.
 */
export function findProductionProblems(values: Partial<Settings>): string[] {
  const problems: string[] = [];
  const refuseIf = (condition: boolean, problem: string) => {
    if (condition) problems.push(problem);
  };
  const isMissing = (name: keyof Settings) => {
    const value = values[name];
    return name in values && (value === undefined || value === '' || (Array.isArray(value) && value.length === 0));
  };
  refuseIf(isMissing('SMS_PROVIDER'), 'SMS_PROVIDER is not set: no code could be sent');
  refuseIf(
    values.SMS_PROVIDER === 'mock',
    'SMS_PROVIDER is the mock sender, which sends nothing and exists in development only',
  );
  refuseIf(isMissing('SMS_API_KEY'), 'SMS_API_KEY is not set');
  refuseIf(isMissing('SMS_SENDER'), 'SMS_SENDER is not set');
  refuseIf(
    !!values.TEST_NUMBERS?.size && !values.ALLOW_TEST_NUMBERS,
    'TEST_NUMBERS is set, and ALLOW_TEST_NUMBERS=1 is not: anybody could sign in with a fixed code',
  );
  refuseIf(
    (values.SEND_INTERVAL ?? SHORTEST_INTERVAL) < SHORTEST_INTERVAL,
    `SEND_INTERVAL is under ${SHORTEST_INTERVAL} seconds`,
  );
  refuseIf((values.MAX_ATTEMPTS ?? MOST_ATTEMPTS) > MOST_ATTEMPTS, `MAX_ATTEMPTS is above ${MOST_ATTEMPTS}`);
  const steps = values.BLOCK_STEPS ?? [];
  refuseIf(
    steps.some(step => step < SHORTEST_BLOCK),
    `BLOCK_STEPS has a block under ${SHORTEST_BLOCK} seconds`,
  );
  refuseIf(
    steps.some((step, index) => step < (steps[index - 1] ?? 0)),
    'BLOCK_STEPS has a block that is shorter than the one before it',
  );
  for (const name of ['TOKEN_TTL', 'SESSION_TTL'] as const) {
    refuseIf((values[name] ?? SHORTEST_LIFETIME) < SHORTEST_LIFETIME, `${name} is under ${SHORTEST_LIFETIME} seconds`);
  }
  refuseIf(isMissing('SERVER_SECRET'), 'SERVER_SECRET is not set');
  for (const name of ['SERVER_SECRET', 'SERVER_SECRET_PREVIOUS'] as const) {
    const secret = values[name];
    refuseIf(
      !!secret && isWeakSecret(secret),
      `${name} is easy to guess: use a random one, such as \`openssl rand -base64 48\` prints`,
    );
  }
  refuseIf(isMissing('ALLOWED_ORIGINS'), 'ALLOWED_ORIGINS is not set');
  const insecure = 'an origin with http://: anybody on the network can change such a page, and take the token from it';
  refuseIf(unprotected(values.ALLOWED_ORIGINS ?? []).length > 0, `ALLOWED_ORIGINS has ${insecure}`);
  refuseIf(values.SMS_ORIGIN !== undefined && unprotected([values.SMS_ORIGIN]).length > 0, `SMS_ORIGIN is ${insecure}`);
  return problems;
}

/** Returns a warning for each language whose text takes more than one SMS because of the host in its last line. */
function findLongTexts(host: string): string[] {
  return SMS_LANGUAGES.flatMap(language => {
    const parts = countSmsParts(smsText(language, '000000', host));
    if (parts === 1) return [];
    let length = host.length;
    while (length > 0 && countSmsParts(smsText(language, '000000', 'x'.repeat(length))) > 1) length--;
    return [
      `a message in the language ${language} is sent as ${parts} SMS, each of them paid for: the host in its last line has ` +
        `${host.length} characters, and one SMS has room for ${length}`,
    ];
  });
}

/** Finds settings that production accepts but that are risky. Returns sentences for the log. `smsHost` is the host in the last line of the SMS. */
export function findProductionWarnings(values: Settings, smsHost: string): string[] {
  const warnings: string[] = [];
  const warnIf = (condition: boolean, warning: string) => {
    if (condition) warnings.push(warning);
  };
  if (values.DATABASE_URL === undefined) {
    const inMemory = values.DATA_DIR?.startsWith('memory://') ?? false;
    warnIf(inMemory, 'the database is in memory: accounts, sessions and blocks end with the process');
    warnIf(
      !inMemory,
      'the database is PGlite, inside this process: one connection, one process and no replication. Set DATABASE_URL',
    );
  }
  warnIf(
    values.BLOCK_STEPS[0]! < 900,
    `BLOCK_STEPS begins with ${values.BLOCK_STEPS[0]} seconds: the shorter the first block, the more codes can be tried in a day`,
  );
  warnIf(
    (values.ALLOWED_ORIGINS ?? []).some(isLoopback),
    'ALLOWED_ORIGINS has a loopback origin: whatever listens there on the machine of a visitor may call the server',
  );
  warnIf(
    isLoopback(`http://${smsHost}`),
    `the SMS end in the host ${smsHost}, so browsers fill in their codes on that host only. Set SMS_ORIGIN`,
  );
  warnings.push(...findLongTexts(smsHost));
  return warnings;
}
