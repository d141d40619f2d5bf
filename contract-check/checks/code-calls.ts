import type { ApiResponse, Params } from '../api-client.js';
import { type CheckContext, skip, type TestNumber } from '../check.js';
import { describe, expectSuccess, readRetryAfter } from '../expectations.js';

const CODE_PATH = '/v1/creds/tel';

/** Seconds between two codes for a number, if the server doesn't say how many: docs/protocol.md#request-a-confirmation-code */
export const DEFAULT_RESEND_SECONDS = 60;

/** A code that differs from the code of a test number. */
export const wrongCode = ({ code }: TestNumber) => code.replace(/\d/g, digit => String((Number(digit) + 1) % 10));

/** Asks the server to send a code. */
export const requestCode = (
  { client }: CheckContext,
  { phone }: TestNumber,
  headers: Readonly<Record<string, string>> = {},
) => client.call('POST', CODE_PATH, { body: { tel: phone, op: 'add' }, headers });

/** The optional headers of `verifyCode`. */
interface VerifyHeaders {
  /** `Idempotency-Key`. */
  readonly key?: string | undefined;
  /** `X-Auth-State`: shows that the caller asked for the code. */
  readonly state?: string | undefined;
  /** `X-Auth-Device`: the device memory. */
  readonly device?: string | undefined;
}

/** Submits a code. */
export const verifyCode = (
  { client }: CheckContext,
  { phone }: TestNumber,
  code: string,
  { key, state, device }: VerifyHeaders = {},
) =>
  client.call('PUT', CODE_PATH, {
    body: { tel: phone, val: code, op: 'add' },
    headers: {
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(state === undefined ? {} : { 'X-Auth-State': state }),
      ...(device === undefined ? {} : { 'X-Auth-Device': device }),
    },
  });

/** Makes a call. After a 429 `send`, waits as long as the answer says, or a minute if it says nothing, and makes the call once more. */
export async function callWhenAllowed(context: CheckContext, call: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const response = await call();
  if (response.status !== 429 || response.envelope?.params['what'] !== 'send') return response;
  await context.wait(readRetryAfter(response) ?? DEFAULT_RESEND_SECONDS);
  return call();
}

/**
 * Asks the server to send a code, as soon as it may be asked.
 * @returns `params` of the success
 * @throws CheckError; `skipped` if the answer is still a 429
 */
export async function requestCodeWhenAllowed(
  context: CheckContext,
  number: TestNumber,
  headers?: Readonly<Record<string, string>>,
): Promise<Params> {
  const response = await callWhenAllowed(context, () => requestCode(context, number, headers));
  if (response.status === 429) skip(`${describe(response)}: possibly after an earlier run of this program`);
  return expectSuccess(response);
}
