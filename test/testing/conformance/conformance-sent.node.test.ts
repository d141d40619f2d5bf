// What the conformance suite says of the calls that a backend sends: their options, their signals, and what they leave out.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { MemoryBackend, mockServer } from '../../../src/testing/index.js';
import { outcomeOf, restSetup, setupOf } from '../../support/conformance.js';
import { changeError, changeSession, withInit, withoutSignal } from '../../support/faults/changes.js';
import { useQuickTimers } from '../../support/quick-timers.js';

useQuickTimers();

test('each call of a sign-out has to reach the server while the page is being left', async t => {
  const setup = restSetup(t, good => ({
    async endSession(...call) {
      await fetch('https://id.test/v1/account', { redirect: 'error' });
      return good.endSession(...call);
    },
  }));
  assert.deepEqual(await outcomeOf(setup, 'keepalive'), {
    ...{ outcome: 'failed', detail: 'endSession: it calls `fetch` without `keepalive`' },
  });
});

test('a server that knows no devices: the rule about them is skipped', async t => {
  const setup = restSetup(
    t,
    changeSession(({ device: _, ...session }) => session),
  );
  assert.deepEqual(await outcomeOf(setup, 'device'), {
    ...{ outcome: 'skipped', detail: 'verifyCode answers no `device`' },
  });
});

test('a call whose signal was aborted before is sent without it', async t => {
  const setup = restSetup(t, good => ({
    async getSession(token, options) {
      if (!options.signal?.aborted) return good.getSession(token, options);
      await good.getSession(token, withoutSignal(options));
      throw new AuthError('cancelled');
    },
  }));
  assert.deepEqual(await outcomeOf(setup, 'signal'), {
    ...{ outcome: 'failed', detail: 'getSession with a signal that is already aborted: it is sent anyway' },
  });
});

for (const [what, change] of [
  ['no signal', () => ({ signal: null })],
  ['another signal', () => ({ signal: new AbortController().signal })],
] as const)
  test(`a call that ends when its signal is aborted, and whose request has ${what}`, async t => {
    const setup = restSetup(t, good => ({
      getSession: (token, options) =>
        Promise.race([
          withInit(
            init => ({ ...init, ...change() }),
            () => good.getSession(token, withoutSignal(options)),
          ),
          new Promise<never>((_, reject) => {
            const cancel = () => reject(new AuthError('cancelled'));
            if (options.signal?.aborted) cancel();
            options.signal?.addEventListener('abort', cancel);
          }),
        ]),
    }));
    assert.deepEqual(await outcomeOf(setup, 'signal'), {
      outcome: 'failed',
      detail: 'getSession without an answer, with a signal that is aborted: the signal is not passed on to `fetch`',
    });
  });

for (const code of ['too-soon', 'blocked'] as const)
  test(`a 429 may be \`${code}\``, async t => {
    const setup = restSetup(t, good => ({
      requestCode: (...call) =>
        changeError('too-many-requests', code, details => ({ ...details, retryAfter: 7 }))(good.requestCode(...call)),
    }));
    assert.deepEqual(await outcomeOf(setup, 'retry-after'), { outcome: 'passed', detail: '' });
  });

test('a backend is created with a time limit, or with no option at all', async t => {
  const { createBackend, ...setup } = restSetup(t);
  const created: object[] = [];
  const counting = { ...setup, createBackend: (options: object) => (created.push(options), createBackend(options)) };
  await outcomeOf(counting, 'time-limit');
  assert.deepEqual(created[0], {});
  assert.deepEqual(new Set(created.map(options => JSON.stringify(options))), new Set(['{}', '{"timeout":150}']));
});

test('the calls that are repeated never reach the server', async t => {
  const memory = new MemoryBackend();
  t.after(mockServer(memory));
  const setup = setupOf(memory, options => new RestBackend('https://id.test', options));
  await outcomeOf(setup, 'asks-again');
  assert.equal(memory.calls.filter(call => call === 'getSession').length, 1, 'when it was recorded');
});

test('a browser in which `findSession` finds nobody', async t => {
  const setup = restSetup(t, () => ({ findSession: () => Promise.resolve(null) }));
  for (const rule of ['recording', 'find-session'])
    assert.deepEqual(await outcomeOf(setup, rule), { outcome: 'passed', detail: '' }, rule);
});

test('an answer that is no JSON is not changed', async t => {
  const setup = restSetup(t, good => ({
    async requestCode(...call) {
      await fetch('https://id.test/v1/session', { method: 'OPTIONS', redirect: 'error' });
      return good.requestCode(...call);
    },
  }));
  assert.deepEqual(await outcomeOf(setup, 'wrong-answers'), { outcome: 'passed', detail: '' });
});
