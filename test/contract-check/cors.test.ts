// What the checks of CORS make of the headers of a server.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { CheckContext } from '../../contract-check/check.js';
import { corsChecks } from '../../contract-check/checks/cors.js';
import { runCheck } from '../../contract-check/runner.js';

const ORIGIN = 'https://chat.example';

/** The outcome of a check for a server that has given these responses, or gives this one to each preflight. */
async function outcomeOf(id: string, responses: readonly object[], preflight = responses[0], shared = {}) {
  const check = corsChecks.find(check => check.id === id)!;
  const client = { responses, call: () => Promise.resolve(preflight) };
  const context = { client, options: { origin: ORIGIN }, shared };
  return (await runCheck(check, context as unknown as CheckContext)).outcome;
}

/** The outcome for a server that keeps names and repeats its answers, or that has said other things. */
function preflightOutcome(methods: string, headers: string, shared: object = { displayName: null, idempotent: true }) {
  const preflight = {
    status: 204,
    headers: new Headers({
      'Access-Control-Allow-Origin': ORIGIN,
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': headers,
    }),
  };
  return outcomeOf('cors-preflight', [], preflight, shared);
}

const answer = (status: number, headers: Record<string, string>) => ({
  method: 'PUT',
  path: '/v1/creds/tel',
  status,
  headers: new Headers(headers),
});

test('methods are compared with their case, as browsers do, and the wildcard covers them', async () => {
  const headers = 'Authorization, Content-Type, Idempotency-Key';
  assert.equal(await preflightOutcome('PUT,  DELETE,PATCH', headers), 'holds');
  assert.equal(await preflightOutcome('*', headers), 'holds');
  assert.equal(await preflightOutcome('put, delete, patch', headers), 'fails');
  assert.equal(await preflightOutcome('PUT, DELETE', headers), 'fails');
});

test('headers are compared without their case, and the wildcard does not cover Authorization', async () => {
  assert.equal(await preflightOutcome('*', 'authorization, *'), 'holds');
  assert.equal(await preflightOutcome('*', '*'), 'fails');
});

test('only a server with names needs PATCH, and only one that repeats its answers needs Idempotency-Key', async () => {
  const headers = 'Authorization, Content-Type';
  const outcomeFor = (shared: object) => preflightOutcome('PUT, DELETE', headers, shared);
  assert.equal(await outcomeFor({ displayName: undefined, idempotent: false }), 'holds');
  assert.equal(await outcomeFor({ displayName: null, idempotent: false }), 'fails');
  assert.equal(await outcomeFor({ displayName: undefined, idempotent: true }), 'fails');
});

test('a response that the page can not read fails, also after a 429 without a readable Retry-After', async () => {
  const readable = { 'Access-Control-Allow-Origin': ORIGIN };
  const wait = answer(429, readable);
  assert.equal(await outcomeOf('cors-answers', [wait]), 'copes');
  assert.equal(await outcomeOf('cors-answers', [wait, answer(410, {})]), 'fails');
  for (const [exposed, outcome] of [
    ['Retry-After', 'holds'],
    ['*', 'holds'],
    ['X-Retry-After', 'copes'],
  ] as const) {
    const limited = answer(429, { ...readable, 'Access-Control-Expose-Headers': exposed });
    assert.equal(await outcomeOf('cors-answers', [limited]), outcome, exposed);
  }
});
