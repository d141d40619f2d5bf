// How status and `code` of a response are judged: docs/protocol.md#reading-other-servers
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ApiResponse } from '../../contract-check/api-client.js';
import { CheckError, type CheckContext } from '../../contract-check/check.js';
import { expectChallenge } from '../../contract-check/checks/challenge-calls.js';
import { responseChecks } from '../../contract-check/checks/responses.js';
import { expectError } from '../../contract-check/expectations.js';
import { runCheck } from '../../contract-check/runner.js';

const check = responseChecks.find(({ id }) => id === 'envelope')!;

/** A response with this status, and an envelope with this `code` if it has one. */
const responseOf = (status: number, code?: number, what = 'challenge'): ApiResponse => ({
  method: 'POST',
  path: '/v1/session',
  status,
  headers: new Headers({ 'Content-Type': 'application/json' }),
  rawBody: '',
  envelope: code === undefined ? undefined : { code, text: '', params: { what } },
});

/** The outcome of the check `envelope` after a run with these responses. */
const outcomeOf = async (...responses: readonly ApiResponse[]) =>
  (await runCheck(check, { client: { responses } } as unknown as CheckContext)).outcome;

/** An expectation that ends with this outcome. */
const endsWith = (outcome: string) => (error: unknown) => error instanceof CheckError && error.outcome === outcome;

test('the widget copes with an error whose code is not its status, because it ignores the code', async () => {
  assert.equal(await outcomeOf(responseOf(403, 403)), 'holds');
  for (const code of [0, 200, 401]) {
    assert.equal(await outcomeOf(responseOf(403, code)), 'copes');
    assert.throws(() => expectError(responseOf(403, code), 403, 'challenge'), endsWith('copes'));
    assert.deepEqual(expectChallenge(responseOf(403, code)), { what: 'challenge' });
  }
});

test('a 401 without an envelope fails, because the widget takes it for that of a proxy', async () => {
  assert.equal(await outcomeOf(responseOf(401)), 'fails');
  assert.throws(() => expectError(responseOf(401), 401, 'token'), endsWith('fails'));
  assert.equal(await outcomeOf(responseOf(403)), 'copes');
});

test('a wrong what fails, although a code that is not the status does not', () => {
  assert.throws(() => expectError(responseOf(403, 0, 'country'), 403, 'challenge'), endsWith('fails'));
});

test('a status of success fails without the code 200, because the widget takes it for an error', async () => {
  for (const [status, code] of [
    [200, 0],
    [200, 404],
    [201, 201],
    [200, undefined],
  ] as const)
    assert.equal(await outcomeOf(responseOf(status, code)), 'fails', `${status} and ${code}`);
  assert.equal(await outcomeOf(responseOf(201, 200)), 'copes');
});

test('a preflight needs no envelope, because no page reads its answer', async () => {
  for (const status of [200, 204])
    assert.equal(await outcomeOf({ ...responseOf(status), method: 'OPTIONS', rawBody: 'OK' }), 'holds', `${status}`);
});

test('a response that the widget copes with hides none that fails', async () => {
  assert.equal(await outcomeOf(responseOf(403, 0), responseOf(200, 0)), 'fails');
  assert.equal(await outcomeOf(responseOf(403), responseOf(200, 0)), 'fails');
  assert.equal(await outcomeOf(responseOf(403), responseOf(403, 0)), 'copes');
});
