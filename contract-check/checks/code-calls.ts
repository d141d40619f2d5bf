import type { Params } from '../api-client.js';
import { type CheckContext, skip, type TestNumber } from '../check.js';
import { describe, expectRetryAfter, expectSuccess } from '../expectations.js';

const path = '/v1/creds/tel';

/** A code that differs from the code of a test number. */
export const wrongCode = ({ code }: TestNumber) => code.replace(/\d/g, digit => String((Number(digit) + 1) % 10));

/** Asks the server to send a code. */
export const requestCode = (
  { client }: CheckContext,
  { phone }: TestNumber,
  headers: Readonly<Record<string, string>> = {},
) => client.call('POST', path, { body: { tel: phone, op: 'add' }, headers });

/** What may come with a code, in headers. */
interface Shown {
  /** Idempotency key. */
  readonly key?: string | undefined;
  readonly state?: string | undefined;
  readonly device?: string | undefined;
}

/** Submits a code. */
export const verifyCode = (
  { client }: CheckContext,
  { phone }: TestNumber,
  code: string,
  { key, state, device }: Shown = {},
) =>
  client.call('PUT', path, {
    body: { tel: phone, val: code, op: 'add' },
    headers: {
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(state === undefined ? {} : { 'X-Auth-State': state }),
      ...(device === undefined ? {} : { 'X-Auth-Device': device }),
    },
  });

/**
 * Asks the server to send a code, after the wait that the server demands between two codes for a number.
 * @returns `params` of the success
 * @throws CheckError
 */
export async function requestCodeWhenAllowed(
  context: CheckContext,
  number: TestNumber,
  headers?: Readonly<Record<string, string>>,
): Promise<Params> {
  let response = await requestCode(context, number, headers);
  if (response.status === 429 && response.envelope?.params['what'] === 'send') {
    await context.wait(expectRetryAfter(response));
    response = await requestCode(context, number, headers);
  }
  if (response.status === 429) skip(`${describe(response)}: possibly after an earlier run of this program`);
  return expectSuccess(response);
}
