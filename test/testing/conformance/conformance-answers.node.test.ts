// The answers that the conformance suite gives in place of the server's, and what it calls them.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { MemoryBackend } from '../../../src/testing/index.js';
import { checkMessage, outcomeOf, setupOf } from '../../support/conformance.js';
import { withMethods } from '../../support/faults/seeded-fault.js';

/** What the server answers: every kind of JSON value, at several depths. */
const ANSWER = { resendIn: 60, list: ['a', { deep: true }], none: null };

const describe = (answer: Response, body: string) =>
  [answer.status, body, ...[...answer.headers].map(([name, value]) => `${name}: ${value}`)].join(' | ');

/** Throws the error for an answer that isn't a success. */
function check({ status }: Response, body: string): void {
  if (status === 429) throw new AuthError('too-many-requests', { status, retryAfter: 7 });
  if (status >= 500) throw new AuthError('server', { status });
  if (status >= 400) throw new AuthError('refused', { status });
  try {
    JSON.parse(body);
  } catch {
    throw new AuthError('invalid-response');
  }
}

/** A setup whose `requestCode` is the only method that calls `fetch`. `see` gets each answer, or that there is none. */
function setupWith(t: TestContext, see: (answer: string) => void) {
  const headers = { 'content-type': 'application/json', 'x-own': 'own' };
  t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response(JSON.stringify(ANSWER), { headers })));
  const memory = new MemoryBackend();
  return setupOf(memory, () =>
    withMethods(memory, {
      async requestCode(phone) {
        const init = {
          method: 'POST',
          redirect: 'error',
          body: '{"op": "add"}',
          headers: { authorization: 'Basic 1' },
        };
        const answer = await fetch('https://id.test/code', init as RequestInit).catch(() => undefined);
        const body = (await answer?.text()) ?? '';
        see(answer ? describe(answer, body) : 'no answer');
        if (!answer) throw new AuthError('network');
        check(answer, body);
        // The server has sent a code when the call was recorded, and sends no other one so soon.
        return memory.requestCode(phone).catch(() => ({ resendIn: 60 }));
      },
    }),
  );
}

const RULES = [
  ...['network', 'server-fault', 'proxy-refusals', 'one-call', 'retry-after'],
  ...['wrong-answers', 'html-answers', 'durations', 'secrets-in-errors', 'secrets-on-console'],
];

for (const rule of RULES)
  test(`${rule}: each answer, by its name`, async t => {
    const answers: string[] = [];
    const all = setupWith(t, answer => void answers.push(answer));
    const { detail: left } = await outcomeOf(all, rule);
    t.mock.reset();
    // The first answer is that of the recording.
    const lines = [answers[0]!];
    for (let place = 1; place < answers.length; place++) {
      let index = 0;
      const breaking = setupWith(t, () => {
        if (index++ === place) throw new RangeError('broken');
      });
      const { detail } = await outcomeOf(breaking, rule);
      lines.push(
        `${answers[place]} <- ${detail.replace(': it rejects with RangeError, which is not an AuthError', '')}`,
      );
      t.mock.reset();
    }
    assert.ok(lines.length > 1, left);
    checkMessage(`answers: ${rule}`, [...lines, left].join('\n'));
  });
