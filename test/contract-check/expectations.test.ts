// How responses are judged that the reference server doesn't give.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ApiResponse } from '../../contract-check/api-client.js';
import { CheckError } from '../../contract-check/check.js';
import {
  expectRetryAfter,
  expectSession,
  expectSessionOfCode,
  readRetryAfter,
} from '../../contract-check/expectations.js';

/** A 429 with these headers, and with this `retryAfter` in `params` if there is one. */
const refusal = (headers: Record<string, string>, ...[retryAfter]: readonly unknown[]): ApiResponse => ({
  method: 'POST',
  path: '/v1/creds/tel',
  status: 429,
  headers: new Headers(headers),
  rawBody: '',
  envelope: { code: 429, text: 'Error', params: { what: 'send', ...(retryAfter === undefined ? {} : { retryAfter }) } },
});

/** The outcome of an expectation, and the detail that the report would have. */
function judge(expectation: () => unknown): readonly [outcome: string, detail?: string] {
  try {
    expectation();
    return ['holds'];
  } catch (error) {
    assert.ok(error instanceof CheckError);
    return [error.outcome, error.message.split('): ')[1]!];
  }
}

const judgeRetryAfter = (...response: Parameters<typeof refusal>) =>
  judge(() => expectRetryAfter(refusal(...response)));

const DATE = 'Fri, 27 Nov 2026 20:00:00 GMT';
const IN_A_MINUTE = 'Fri, 27 Nov 2026 20:01:00 GMT';
const IN_A_CENTURY = 'Fri, 27 Nov 2126 20:00:00 GMT';

test('Retry-After may be seconds, or a date that is measured against the date of the response', () => {
  assert.deepEqual(judgeRetryAfter({ 'Retry-After': '60' }, 60), ['holds']);
  assert.deepEqual(judgeRetryAfter({ 'Retry-After': '61' }, 60), ['holds']);
  assert.deepEqual(judgeRetryAfter({ 'Retry-After': IN_A_MINUTE, Date: DATE }, 60), ['holds']);
});

test('a date without the date of the response is measured against the clock', () => {
  const minute = new Date(Date.now() + 60_000).toUTCString();
  assert.deepEqual(judgeRetryAfter({ 'Retry-After': minute }, 60), ['holds']);
});

test('a date is not read, as by the widget, if the date of the response can not be', () => {
  const [outcome] = judgeRetryAfter({ 'Retry-After': IN_A_MINUTE, Date: 'today' }, 60);
  assert.equal(outcome, 'copes');
});

test('Retry-After that says another time than retryAfter fails', () => {
  for (const header of ['62', '0', IN_A_CENTURY, DATE])
    assert.deepEqual(
      judgeRetryAfter({ 'Retry-After': header, Date: DATE }, 60),
      ['fails', 'Retry-After and retryAfter differ'],
      header,
    );
});

test('the widget copes with a Retry-After that can not be read, because it has retryAfter', () => {
  for (const header of ['soon', '', '60.5', '-60', 'Fri, 99 Nov 2026 20:01:00 GMT', '2026-11-27T20:01:00Z'])
    assert.deepEqual(
      judgeRetryAfter({ 'Retry-After': header, Date: DATE }, 60),
      ['copes', 'Retry-After is neither a number of seconds nor an HTTP date'],
      header,
    );
  assert.deepEqual(judgeRetryAfter({}, 60), ['copes', 'no header Retry-After']);
});

test('the widget copes without retryAfter, because it reads the header', () => {
  assert.deepEqual(judgeRetryAfter({ 'Retry-After': '60' }), ['copes', 'no retryAfter in params']);
  for (const retryAfter of ['60', -1, 0.5, null])
    assert.deepEqual(
      judgeRetryAfter({ 'Retry-After': '60' }, retryAfter),
      ['copes', 'retryAfter in params is not a whole number above 0'],
      String(retryAfter),
    );
  assert.deepEqual(judgeRetryAfter({ 'X-Retry-After': '60' }), ['copes', 'no header Retry-After']);
});

test('without a time, and with a retryAfter of 0 whatever the header says, the widget knows no time', () => {
  const consequence = "so that the widget can't say when to try again";
  for (const headers of [{}, { 'Retry-After': 'soon' }, { 'Retry-After': '0' }])
    assert.deepEqual(judgeRetryAfter(headers), ['copes', `no retryAfter in params, ${consequence}`]);
  assert.deepEqual(judgeRetryAfter({ 'Retry-After': '60' }, 0), [
    'copes',
    `retryAfter in params is not a whole number above 0, ${consequence}`,
  ]);
});

test('the waiting time is read from params, or else from a header, and 0 is none', () => {
  assert.equal(readRetryAfter(refusal({ 'Retry-After': '30' }, 60)), 60);
  assert.equal(readRetryAfter(refusal({}, 60)), 60);
  assert.equal(readRetryAfter(refusal({ 'Retry-After': '30' })), 30);
  assert.equal(readRetryAfter(refusal({ 'Retry-After': IN_A_MINUTE, Date: DATE })), 60);
  assert.equal(readRetryAfter(refusal({ 'X-Retry-After': '30' })), 30);
  assert.equal(readRetryAfter(refusal({ 'Retry-After': '30' }, 0)), undefined);
  assert.equal(readRetryAfter(refusal({ 'Retry-After': DATE, Date: IN_A_MINUTE })), undefined);
  assert.equal(readRetryAfter(refusal({})), undefined);
});

const SESSION = { token: 'a-token.of_24~characters/+=', user: '1', displayName: null, expiresIn: 3600 };

test('a session needs a token that the widget takes, and lasts at least a second', () => {
  assert.deepEqual(
    judge(() => expectSession(SESSION)),
    ['holds'],
  );
  for (const wrong of [
    { token: undefined },
    { token: 'a token with some spaces' },
    { token: 'short' },
    { user: '' },
    { expiresIn: 0.5 },
    { expiresIn: '3600' },
    { displayName: 1 },
  ])
    assert.equal(judge(() => expectSession({ ...SESSION, ...wrong }))[0], 'fails', JSON.stringify(wrong));
});

test('a code may be accepted without a session, so a missing token is tolerated there alone', () => {
  assert.equal(judge(() => expectSessionOfCode({ cred: 'tel:79990000001' }))[0], 'copes');
  assert.equal(judge(() => expectSession({ ...SESSION, token: undefined }))[0], 'fails');
  assert.deepEqual(
    judge(() => expectSessionOfCode(SESSION)),
    ['holds'],
  );
});
