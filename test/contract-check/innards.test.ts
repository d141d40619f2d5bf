// Which responses the rule `no-innards` takes for ones with a code in them.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { CheckContext } from '../../contract-check/check.js';
import { responseChecks } from '../../contract-check/checks/responses.js';
import { runCheck } from '../../contract-check/runner.js';

const check = responseChecks.find(({ id }) => id === 'no-innards')!;

/** The outcome for a server whose first test number has this code, and whose one response has this body. */
async function outcomeOf(code: string, body: unknown) {
  const { code: status, text, params } = body as Record<string, unknown>;
  const envelope = typeof status === 'number' ? { code: status, text, params } : undefined;
  const response = { method: 'POST', path: '/v1/creds/tel', status: 200, rawBody: JSON.stringify(body), envelope };
  const numbers = [{ code }, { code: '999999' }];
  const context = { client: { responses: [response] }, options: { numbers }, shared: {} };
  return (await runCheck(check, context as unknown as CheckContext)).outcome;
}
const answer = (params: object, text = 'Wait 60 seconds') => ({ code: 200, text, params });

test('a code that equals a number of the protocol by chance is not exposed', async () => {
  const params = { resendIn: 60, retryAfter: 3600, expiresIn: 259_200, attemptsLeft: 4, user: '12' };
  for (const code of ['200', '60', '3600', '259200', '4', '12'])
    assert.equal(await outcomeOf(code, answer(params)), 'holds', code);
});

test('a short code in a sentence or in a random value is not exposed', async () => {
  for (const code of ['7', '60']) assert.equal(await outcomeOf(code, answer({ token: 'ab-7-cd' })), 'holds', code);
});

test('a code that is a value, or a word of a sentence, is exposed', async () => {
  for (const code of ['7', '60', '1234', '123456'])
    assert.equal(await outcomeOf(code, answer({ debug: { sent: code } })), 'fails', code);
  for (const code of ['1234', '123456']) {
    assert.equal(await outcomeOf(code, answer({ code: Number(code) })), 'fails', code);
    assert.equal(await outcomeOf(code, answer({}, `Your code: ${code}.`)), 'fails', code);
    assert.equal(await outcomeOf(code, { error: `Your code: ${code}.` }), 'fails', code);
    assert.equal(await outcomeOf(code, { ...answer({}), sms: code }), 'fails', code);
  }
});
