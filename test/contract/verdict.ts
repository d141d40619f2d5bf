import type { Answer, Caller, Params } from './answer.js';

/** A number with a fixed code that the server has for tests. */
export interface TestNumber {
  /** Wire form: 11 digits. */
  readonly tel: string;
  readonly code: string;
}

/** What to check, and with what. */
export interface CheckOptions {
  /** Address of the server, `{base_url}` of the contract. */
  readonly url: string;
  /** Two test numbers: the first signs in, the second is blocked at the end. */
  readonly numbers: readonly [TestNumber, TestNumber];
  /** An origin whose pages may call the server; without it nothing is said of CORS. */
  readonly origin: string | undefined;
  /** Whether to make an account by password. */
  readonly password: boolean;
}

/** What the checks learn from each other. */
export interface Memory {
  /** A session of the first number. */
  token: string | undefined;
  user: string | undefined;
  /** What it said of the name. undefined: it keeps none. */
  displayName: string | null | undefined;
  /** A session of the second number, from before its block. */
  blockedToken: string | undefined;
  /** Whether the server takes an idempotency key. */
  idempotent: boolean;
  /** Login and password of the account that was made. */
  credentials: { readonly login: string; readonly password: string } | undefined;
}

/** What a check works with. */
export interface Context {
  readonly options: CheckOptions;
  readonly caller: Caller;
  readonly memory: Memory;
  /** Resolves when so many seconds have passed. */
  wait(seconds: number): Promise<void>;
}

/**
 * - `holds`: as the contract says
 * - `copes`: not as it says, and the widget works all the same, with less
 * - `fails`: not as it says, and people or the widget suffer
 * - `skipped`: could not be asked
 */
export type Outcome = 'holds' | 'copes' | 'fails' | 'skipped';

/** What came out of a check. */
export interface Result {
  readonly id: string;
  /** What was asked, as a sentence of the contract. */
  readonly title: string;
  readonly outcome: Outcome;
  /** What was seen instead; '' where it holds. */
  readonly detail: string;
}

/** One question to a server. */
export interface Check {
  readonly id: string;
  readonly title: string;
  run(context: Context): Promise<void>;
}

/** The answer to a check that does not hold. */
export class Verdict extends Error {
  readonly outcome: Exclude<Outcome, 'holds'>;

  constructor(outcome: Exclude<Outcome, 'holds'>, detail: string) {
    super(detail);
    this.name = 'Verdict';
    this.outcome = outcome;
  }
}

/** @throws Verdict */
export function fail(detail: string): never {
  throw new Verdict('fails', detail);
}

/** @throws Verdict */
export function cope(detail: string): never {
  throw new Verdict('copes', detail);
}

/** @throws Verdict */
export function skip(detail: string): never {
  throw new Verdict('skipped', detail);
}

/** An answer in a few words, without its values: a token must not stand in a report. */
export function describe({ method, path, status, envelope }: Answer): string {
  const what = envelope?.params['what'];
  const inner = envelope ? `code ${envelope.code}${typeof what === 'string' ? `, what "${what}"` : ''}` : 'no envelope';
  return `${method} ${path} answered ${status} (${inner})`;
}

/**
 * The parameters of a success: a status of 200 and `code` 200.
 * @throws Verdict where it is none
 */
export function expectSuccess(answer: Answer): Params {
  if (answer.status < 200 || answer.status > 299 || answer.envelope?.code !== 200) fail(describe(answer));
  if (answer.status !== 200) cope(`${describe(answer)}: a status of 200 was expected`);
  return answer.envelope.params;
}

/**
 * The parameters of a refusal. A server that leaves `what` out is understood by its status alone, less precisely.
 * @throws Verdict
 */
export function expectRefusal(answer: Answer, status: number, what: string | undefined): Params {
  if (answer.status !== status) fail(`${describe(answer)}: ${status} was expected`);
  const { envelope } = answer;
  if (!envelope) cope(`${describe(answer)}: the widget tells what the status alone says`);
  if (envelope.code !== status) cope(`${describe(answer)}: the status and code differ`);
  if (what !== undefined && envelope.params['what'] !== what) {
    const said = envelope.params['what'];
    if (said === undefined) cope(`${describe(answer)}: without what "${what}" the message is less precise`);
    fail(`${describe(answer)}: what "${what}" was expected`);
  }
  return envelope.params;
}

/**
 * The seconds of a 429, from the body and the header.
 * @throws Verdict
 */
export function expectRetryAfter(answer: Answer): number {
  const inBody = answer.envelope?.params['retryAfter'];
  const inHeader = answer.headers.get('Retry-After');
  const seconds = typeof inBody === 'number' ? inBody : Number(inHeader ?? NaN);
  if (!Number.isFinite(seconds) || seconds <= 0)
    cope(`${describe(answer)}: no retryAfter, so that nobody can be told when`);
  if (inHeader === null) cope(`${describe(answer)}: no header Retry-After`);
  if (typeof inBody !== 'number') cope(`${describe(answer)}: no retryAfter in params`);
  if (Math.abs(Number(inHeader) - inBody) > 1) fail(`${describe(answer)}: Retry-After and retryAfter differ`);
  return seconds;
}
