import type { ServerCapabilities } from './setup.js';

type Fields = Readonly<Record<string, unknown>>;

/** The members that have to be numbers. A number in one of them says nothing about a person, so it is shown as it is. */
const NUMBERS: readonly string[] = ['expiresIn', 'resendIn', 'codeLength', 'attemptsLeft'];

const isNonEmptyString = (value: unknown) => typeof value === 'string' && value !== '';
const isOptional = (value: unknown, check: (value: unknown) => boolean) => value === undefined || check(value);
const isFlag = (value: unknown) => typeof value === 'boolean';
const isAtLeast = (least: number) => (value: unknown) => Number.isFinite(value) && (value as number) >= least;

/** Says that a value is no object, or describes its first wrong member. Returns undefined if nothing is wrong. */
function findWrong(value: unknown, checks: Readonly<Record<string, (value: unknown) => boolean>>): string | undefined {
  if (typeof value !== 'object' || value === null) return 'it is not an object';
  const wrong = Object.entries(checks).find(([name, check]) => !check((value as Fields)[name]));
  if (!wrong) return undefined;
  const [name] = wrong;
  const found = (value as Fields)[name];
  return `its \`${name}\` is ${typeof found === 'number' && NUMBERS.includes(name) ? found : describeValue(found)}`;
}

/** Describes a value without its content, which may be secret. */
function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return `a ${typeof value}`;
  if (value === '') return 'an empty string';
  if (typeof value === 'string') return `a string of ${value.length} characters`;
  return value === undefined ? 'left out' : Array.isArray(value) ? 'an array' : `of the type ${typeof value}`;
}

const account = {
  user: isNonEmptyString,
  displayName: (value: unknown) => value === null || isOptional(value, isNonEmptyString),
};

const lifetime = { expiresIn: (value: unknown) => isOptional(value, isAtLeast(1)) };

const codeRequest = {
  resendIn: (value: unknown) => isOptional(value, isAtLeast(0)),
  codeLength: (value: unknown) =>
    isOptional(value, length => Number.isInteger(length) && (length as number) >= 1 && (length as number) <= 6),
  idempotent: (value: unknown) => isOptional(value, isFlag),
  state: (value: unknown) => isOptional(value, state => typeof state === 'string'),
  attemptsLeft: (value: unknown) => isOptional(value, isAtLeast(0)),
};

/** Whether a value can be sent in a header as a token: docs/protocol.md#tokens. */
const isToken = (value: unknown) => typeof value === 'string' && /^[\w.~+/=-]+$/.test(value);

const session = ({ cookies = false }: ServerCapabilities) => ({
  ...account,
  ...lifetime,
  token: (value: unknown) => (value === undefined && cookies) || isToken(value),
  refreshToken: (value: unknown) => isOptional(value, isNonEmptyString),
  created: (value: unknown) => isOptional(value, isFlag),
  device: (value: unknown) => isOptional(value, text => typeof text === 'string' && /^[\x21-\x7e]{1,200}$/.test(text)),
});

/**
 * Describes what is wrong with a method's answer; undefined if it follows docs/backend.md#answers.
 * @param method a method of `AuthBackend`
 */
export function findWrongAnswer(method: string, value: unknown, capabilities: ServerCapabilities): string | undefined {
  switch (method) {
    case 'requestCode':
      return findWrong(value, codeRequest);
    case 'verifyCode':
    case 'findSession':
      return value === null ? undefined : findWrong(value, session(capabilities));
    case 'login':
    case 'renewSession':
      return findWrong(value, session(capabilities));
    case 'getSession':
      return findWrong(value, { ...account, ...lifetime });
    case 'setDisplayName':
      return value === undefined ? undefined : findWrong(value, account);
    default:
      return undefined;
  }
}
