import type { ApiResponse, Params } from './api-client.js';
import { CheckError, fail, widgetCopes } from './check.js';

/** Describes a response. Of its `params`, only `what` is shown, because a report must not contain a token. */
export function describe({ method, path, status, envelope }: ApiResponse): string {
  const what = envelope?.params['what'];
  const content = envelope
    ? `code ${envelope.code}${typeof what === 'string' ? `, what "${what}"` : ''}`
    : 'no envelope';
  return `${method} ${path} answered ${status} (${content})`;
}

/**
 * Runs all expectations, and throws the worst error alone. Otherwise, an expectation that ends with `copes` would hide a later
 * one that fails.
 * @throws CheckError the first error with the outcome `fails`, or else the first error
 */
export function expectAll(...expectations: readonly (() => void)[]): void {
  const errors: CheckError[] = [];
  for (const expectation of expectations) {
    try {
      expectation();
    } catch (error) {
      if (!(error instanceof CheckError)) throw error;
      errors.push(error);
    }
  }
  const error = errors.find(({ outcome }) => outcome === 'fails') ?? errors[0];
  if (error) throw error;
}

/**
 * Expects a success: status 200 and `code` 200. The widget copes with another status of success.
 * @returns `params` of the envelope
 * @throws CheckError
 */
export function expectSuccess(response: ApiResponse): Params {
  if (response.status < 200 || response.status > 299 || response.envelope?.code !== 200) fail(describe(response));
  if (response.status !== 200) widgetCopes(`${describe(response)}: a status of 200 was expected`);
  return response.envelope.params;
}

/**
 * Expects an error. A missing `what`, a missing envelope and a `code` that differs from the status count as `copes`, because the widget
 * goes by the status. Another status or another `what` fails. So does a 401 without an envelope, because the widget takes it for the
 * answer of a proxy: docs/protocol.md#reading-other-servers
 * @param what expected `params.what`; undefined accepts any
 * @returns `params` of the envelope
 * @throws CheckError
 */
export function expectError(response: ApiResponse, status: number, what: string | undefined): Params {
  if (response.status !== status) fail(`${describe(response)}: ${status} was expected`);
  const { envelope } = response;
  if (!envelope && status === 401) fail(`${describe(response)}: the widget treats it as a proxy's response`);
  if (!envelope) widgetCopes(`${describe(response)}: the widget can only go by the status`);
  if (what !== undefined && envelope.params['what'] !== what) {
    if (envelope.params['what'] === undefined) {
      widgetCopes(`${describe(response)}: without what "${what}" the widget's message is less precise`);
    }
    fail(`${describe(response)}: what "${what}" was expected`);
  }
  if (envelope.code !== status) widgetCopes(`${describe(response)}: status and code differ`);
  return envelope.params;
}

/**
 * What a server must send as `Retry-After`: seconds, or a date (https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7). The widget also
 * reads other forms of dates, and so does `readRetryAfterHeader`.
 */
const RETRY_AFTER = /^(?:\d+|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/;

/**
 * Reads the header `Retry-After`, or `X-Retry-After` if that is missing, as the widget does. A date is compared with the header `Date` of
 * the same response, or with the clock of this machine if there is none.
 * @returns seconds, 0 for a date that has passed; undefined if there is no such header, or one of the dates can't be read
 */
function readRetryAfterHeader({ headers }: ApiResponse): number | undefined {
  const value = headers.get('Retry-After') ?? headers.get('X-Retry-After') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const sentAt = headers.get('Date');
  const seconds = (Date.parse(value) - (sentAt === null ? Date.now() : Date.parse(sentAt))) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

/**
 * Reads the waiting time of a 429 as the widget does, from `params` or else from the header: docs/protocol.md#reading-other-servers
 * @returns seconds; undefined if no time is known, or if it is 0
 */
export function readRetryAfter(response: ApiResponse): number | undefined {
  const inBody = response.envelope?.params['retryAfter'];
  const seconds = typeof inBody === 'number' && inBody >= 0 ? inBody : readRetryAfterHeader(response);
  return seconds === 0 ? undefined : seconds;
}

/**
 * Expects the waiting time of a 429 in the body and in the header. Reports the first problem only.
 * @returns seconds
 * @throws CheckError
 */
export function expectRetryAfter(response: ApiResponse): number {
  const inBody = response.envelope?.params['retryAfter'];
  const bodyProblem =
    inBody === undefined ? 'no retryAfter in params' : 'retryAfter in params is not a whole number above 0';
  const seconds = readRetryAfter(response);
  if (seconds === undefined)
    widgetCopes(`${describe(response)}: ${bodyProblem}, so that the widget can't say when to try again`);
  const header = response.headers.get('Retry-After');
  if (header === null) widgetCopes(`${describe(response)}: no header Retry-After`);
  if (typeof inBody !== 'number' || !Number.isInteger(inBody) || inBody <= 0)
    widgetCopes(`${describe(response)}: ${bodyProblem}`);
  const inHeader = readRetryAfterHeader(response);
  if (inHeader === undefined || !RETRY_AFTER.test(header))
    widgetCopes(`${describe(response)}: Retry-After is neither a number of seconds nor an HTTP date`);
  if (Math.abs(inHeader - inBody) > 1) fail(`${describe(response)}: Retry-After and retryAfter differ`);
  return seconds;
}

/** A bearer token (RFC 6750) of at least 16 characters, because a shorter one might be guessed. The widget refuses other characters. */
const TOKEN = /^[\w.~+/=-]{16,}$/;

/**
 * Expects that a session lasts at least a second.
 * @throws CheckError
 */
export function expectLifetime({ expiresIn }: Params): void {
  if (typeof expiresIn !== 'number' || expiresIn < 1) fail('expiresIn is not a number of seconds, or it is below 1');
}

/**
 * Expects the members of a session.
 * @returns its token
 * @throws CheckError
 */
export function expectSession(params: Params): string {
  const { user, displayName, token } = params;
  if (typeof token !== 'string' || !TOKEN.test(token)) fail('token is not a bearer token of 16 or more characters');
  if (typeof user !== 'string' || user === '') fail('user is not a string, or it is empty');
  expectLifetime(params);
  if (displayName !== undefined && displayName !== null && typeof displayName !== 'string') {
    fail('displayName is neither a string nor null');
  }
  return token;
}

/**
 * Expects the session that a code brings. If a server confirms the number and opens none, the widget copes.
 * @returns its token
 * @throws CheckError `copes` if there is no token
 */
export function expectSessionOfCode(params: Params): string {
  if (params['token'] === undefined) widgetCopes('no token: the number is confirmed, but the user is not signed in');
  return expectSession(params);
}
