import type { ApiClient } from './api-client.js';

/** A phone number of the server that has a fixed code and gets no SMS: docs/protocol.md#test-numbers */
export interface TestNumber {
  /** Wire form: the digits of E.164 in their canonical form, 7 to 15. */
  readonly phone: string;
  readonly code: string;
}

/** The server to check, and what the checks need from its operator. */
export interface CheckOptions {
  /** Base URL of the server. */
  readonly url: string;
  /** The test numbers. Most checks use the first, and the second is blocked at the end. */
  readonly numbers: readonly [TestNumber, TestNumber];
  /** A number that the server sends no SMS to; by default one after +7 that nobody has. */
  readonly unservedNumber?: string | undefined;
  /**
   * A number that nobody has, of a country that the server serves, for the checks of challenges. By default one after +7, if the
   * first test number is a Russian mobile number; otherwise the check that needs one is skipped.
   */
  readonly unusedNumber?: string | undefined;
  /** An origin whose pages may call the server; undefined skips the checks of CORS. */
  readonly origin: string | undefined;
  /** Whether to check sign-ins by login and password, which creates an account. */
  readonly password: boolean;
  /** Whether to check challenges. The server then has to ask for one with each request for a code and each sign-in by password. */
  readonly challenge: boolean;
}

/** Values that a check stores for later ones. */
export interface SharedValues {
  /** A token of the first number. */
  token: string | undefined;
  /** Of the first number: the identifier of its account. */
  user: string | undefined;
  /** Of the first number; undefined if the server stores no names. */
  displayName: string | null | undefined;
  /** A token of the second number, from before its block. */
  blockedToken: string | undefined;
  /** Whether three wrong codes of this run have blocked the second number. */
  isBlocked: boolean;
  /** Seconds that the first number has to wait for its next code; undefined if the server does not say. */
  resendIn: number | undefined;
  /** Whether the server supports the header `Idempotency-Key`. */
  idempotent: boolean;
  /** The state of the code that the check `state` has requested; undefined if the server gave none that the widget keeps. */
  state: string | undefined;
  /** Whether the server has answered a sign-in by code with a device memory that the widget keeps. */
  answersDevice: boolean;
  /** Of the account that was created. */
  credentials: { readonly login: string; readonly password: string } | undefined;
}

/** The context that a check runs in. */
export interface CheckContext {
  readonly options: CheckOptions;
  readonly client: ApiClient;
  readonly shared: SharedValues;
  /** Resolves when `seconds` have passed for the server. */
  wait(seconds: number): Promise<void>;
}

/**
 * - `holds`: the server follows the protocol
 * - `copes`: it does not, but the widget still works, with less information for its user
 * - `fails`: it does not, and the widget or its user suffers
 * - `skipped`: could not be checked
 */
export type Outcome = 'holds' | 'copes' | 'fails' | 'skipped';

/** The result of one check. */
export interface Result {
  readonly id: string;
  /** The rule that was checked, as a sentence. */
  readonly title: string;
  /** Where the rule is written: file and heading in the repository of auth-widget. */
  readonly citation: string;
  readonly outcome: Outcome;
  /** What the server did instead, or why the check was skipped. It is '' if the rule holds. */
  readonly detail: string;
}

/** One rule of the protocol, and how to check it. */
export interface Check extends Pick<Result, 'id' | 'title' | 'citation'> {
  /** @throws CheckError unless the rule holds */
  run(context: CheckContext): Promise<void> | undefined;
}

/** Ends a check whose rule does not hold or could not be checked. */
export class CheckError extends Error {
  readonly outcome: Exclude<Outcome, 'holds'>;

  constructor(outcome: Exclude<Outcome, 'holds'>, detail: string) {
    super(detail);
    this.name = 'CheckError';
    this.outcome = outcome;
  }
}

/**
 * Ends the check: the server breaks the rule, and the widget or its user suffers.
 * @throws CheckError
 */
export function fail(detail: string): never {
  throw new CheckError('fails', detail);
}

/**
 * Ends the check: the server breaks the rule, but the widget still works, with less information for its user.
 * @throws CheckError
 */
export function widgetCopes(detail: string): never {
  throw new CheckError('copes', detail);
}

/**
 * Ends the check, because its rule can't be checked.
 * @throws CheckError
 */
export function skip(detail: string): never {
  throw new CheckError('skipped', detail);
}
