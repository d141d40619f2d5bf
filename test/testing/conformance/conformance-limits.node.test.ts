// Values at the limits of the conformance suite's rules: what it still accepts, and what no longer.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { wrongCode } from '../../../src/testing/conformance/values.js';
import { outcomeOf, restSetup } from '../../support/conformance.js';
import { changeAnswer, changeDetails, changeSession } from '../../support/faults/changes.js';
import { useQuickTimers } from '../../support/quick-timers.js';

useQuickTimers();

test('a lifetime by the clock of the device, however the clock is read', async t => {
  const { now } = Date;
  for (const read of [() => Date.now(), () => new Date().getTime()]) {
    const setup = restSetup(t, good => ({
      async getSession(...call) {
        const session = await good.getSession(...call);
        const start = now.call(Date);
        return { ...session, expiresIn: session.expiresIn! + Math.round((start - read()) / 1000) };
      },
    }));
    const { outcome, detail } = await outcomeOf(setup, 'durations');
    assert.equal(outcome, 'failed');
    assert.match(detail, /^getSession with a clock that is 30 days fast: -\d+ seconds in place of \d+$/);
  }
});

test('a date that is given is the same with a wrong clock', async t => {
  const setup = restSetup(t, good => ({
    async getSession(...call) {
      const session = await good.getSession(...call);
      assert.equal(new Date(5).getTime(), 5);
      return session;
    },
  }));
  assert.deepEqual(await outcomeOf(setup, 'durations'), { outcome: 'passed', detail: '' });
});

test('a lifetime that runs may be rounded up by a second, and not by two', async t => {
  t.mock.timers.enable({ apis: ['Date'] });
  for (const [seconds, outcome] of [
    [1, 'passed'],
    [2, 'failed'],
  ] as const) {
    const setup = restSetup(t, good => ({
      async getSession(...call) {
        const session = await good.getSession(...call);
        return { ...session, expiresIn: session.expiresIn! + seconds };
      },
    }));
    assert.equal((await outcomeOf(setup, 'lifetime-runs')).outcome, outcome, `${seconds}`);
  }
});

test('a lifetime may be five seconds off, and ten years long', async t => {
  for (const [lifetime, expiresIn, outcome] of [
    [100, 105, 'passed'],
    [100, 106, 'failed'],
    [100, 95, 'passed'],
    [100, 94, 'failed'],
    [undefined, 315_360_000, 'passed'],
    [undefined, 315_360_001, 'failed'],
  ] as const) {
    const says = async <T extends object>(call: Promise<T>): Promise<T> => ({ ...(await call), expiresIn });
    const setup = restSetup(t, good => ({
      getSession: (...call) => says(good.getSession(...call)),
      renewSession: (...call) => says(good.renewSession(...call)),
      login: (...call) => says(good.login(...call)),
      async verifyCode(...call) {
        const session = await good.verifyCode(...call);
        return session && { ...session, expiresIn };
      },
    }));
    const capabilities = { ...setup.capabilities, lifetime };
    assert.equal((await outcomeOf({ ...setup, capabilities }, 'lifetime')).outcome, outcome, `${expiresIn}`);
  }
});

test('a server that states no lifetime: the rules about it are skipped', async t => {
  const without = async <T extends { expiresIn?: number | undefined }>(call: Promise<T>): Promise<T> => {
    const { expiresIn: _, ...rest } = await call;
    return rest as T;
  };
  const setup = restSetup(t, good => ({
    getSession: (...call) => without(good.getSession(...call)),
    renewSession: (...call) => without(good.renewSession(...call)),
    login: (...call) => without(good.login(...call)),
    async requestCode(...call) {
      const { resendIn: _, ...rest } = await good.requestCode(...call);
      return rest;
    },
    async verifyCode(...call) {
      const session = await good.verifyCode(...call);
      return session && without(Promise.resolve(session));
    },
  }));
  const skipped = { outcome: 'skipped', detail: 'no answer states a lifetime' };
  assert.deepEqual(await outcomeOf(setup, 'lifetime'), skipped);
  assert.deepEqual(await outcomeOf(setup, 'lifetime-runs'), skipped);
  assert.deepEqual(await outcomeOf(setup, 'durations'), {
    ...{ outcome: 'skipped', detail: 'no answer states a lifetime or an interval' },
  });
});

test('a lifetime that only the sign-in states does not run', async t => {
  const setup = restSetup(t, good => ({
    async getSession(...call) {
      const { expiresIn: _, ...rest } = await good.getSession(...call);
      return rest;
    },
  }));
  assert.deepEqual(await outcomeOf(setup, 'lifetime-runs'), {
    ...{ outcome: 'skipped', detail: '`getSession` states no lifetime' },
  });
});

test('two numbers that sign in the same account', async t => {
  const setup = restSetup(
    t,
    changeSession(session => ({ ...session, user: 'somebody' })),
  );
  assert.deepEqual(await outcomeOf(setup, 'two-at-once'), {
    ...{ outcome: 'failed', detail: 'verifyCode for two numbers: both have the same `user`' },
  });
});

test('a code may be in one of several calls', async t => {
  const setup = restSetup(t, good => ({
    async verifyCode(...call) {
      await fetch('https://id.test/v1/session', { method: 'POST', redirect: 'error', body: '{}' });
      return good.verifyCode(...call);
    },
  }));
  assert.deepEqual(await outcomeOf(setup, 'code-as-typed'), { outcome: 'passed', detail: '' });
});

test('after a wrong code that says how many tries are left, there is at least one', async t => {
  for (const [attemptsLeft, outcome] of [
    [undefined, 'passed'],
    [1, 'passed'],
    [0, 'failed'],
    [1.5, 'failed'],
  ] as const) {
    const setup = restSetup(
      t,
      changeDetails('verifyCode', () => ({ attemptsLeft })),
    );
    assert.equal((await outcomeOf(setup, 'wrong-code')).outcome, outcome, `${attemptsLeft}`);
  }
});

test('an interval may be five seconds off', async t => {
  for (const [resendIn, outcome] of [
    [65, 'passed'],
    [66, 'failed'],
    [55, 'passed'],
    [54, 'failed'],
  ] as const) {
    const setup = restSetup(
      t,
      changeAnswer('requestCode', answer => ({ ...answer, resendIn })),
    );
    assert.equal((await outcomeOf(setup, 'resend-in')).outcome, outcome, `${resendIn}`);
  }
});

test('the wait for the next code is what is left of the interval, and may be five seconds shorter', async t => {
  t.mock.timers.enable({ apis: ['Date'] });
  for (const [sendInterval, seconds, retryAfter, outcome] of [
    [60, 0, 61, 'passed'],
    [60, 0, 62, 'failed'],
    [60, 0, 55, 'passed'],
    [60, 0, 54, 'failed'],
    [60, 10, 45, 'passed'],
    [60, 10, 44, 'failed'],
    [60, 9.1, 45, 'passed'],
    [60, 100, 1, 'passed'],
  ] as const) {
    const asked = new Set<string>();
    const setup = restSetup(t, good => ({
      requestCode(phone, options) {
        if (!asked.has(phone)) {
          asked.add(phone);
          return good.requestCode(phone, options);
        }
        t.mock.timers.tick(seconds * 1000);
        return Promise.reject(new AuthError('too-soon', { retryAfter }));
      },
    }));
    const capabilities = { ...setup.capabilities, sendInterval };
    const { outcome: found, detail } = await outcomeOf({ ...setup, capabilities }, 'too-soon');
    assert.equal(found, outcome, `${retryAfter} after ${seconds} s`);
    if (outcome === 'failed')
      assert.equal(
        detail,
        `requestCode again: \`retryAfter\` is ${retryAfter}, of an interval of 60 seconds that has just begun`,
      );
  }
});

test('a code that reaches the server in no body is not looked for in one', async t => {
  const setup = restSetup(t, () => ({
    async verifyCode() {
      await fetch('https://id.test/v1/session', { redirect: 'error' });
      throw new AuthError('wrong-code');
    },
  }));
  assert.deepEqual(await outcomeOf(setup, 'code-as-typed'), {
    ...{ outcome: 'skipped', detail: 'verifyCode: no calls of `fetch` with a body of text' },
  });
});

test('a number with endless tries: the fourth of three is the last that is made', async t => {
  let count = 0;
  const setup = restSetup(t, () => ({
    verifyCode() {
      count++;
      return Promise.reject(new AuthError('wrong-code'));
    },
  }));
  const { outcome, detail } = await outcomeOf(setup, 'last-attempt');
  assert.deepEqual([outcome, count], ['failed', 4]);
  assert.match(detail, /^wrong code number 4: it is still `wrong-code`/);
});

test('a lifetime may change by five seconds with the clock, whether that is fast or slow', async t => {
  const { now } = Date;
  for (const [direction, seconds, expected] of [
    ['fast', 5, undefined],
    ['fast', 6, 'getSession with a clock that is 30 days fast: 94 seconds in place of 100'],
    ['slow', 5, undefined],
    ['slow', -6, 'getSession with a clock that is 30 days slow: 106 seconds in place of 100'],
  ] as const) {
    const setup = restSetup(t, good => ({
      async getSession(...call) {
        const session = await good.getSession(...call);
        const offset = Date.now() - now.call(Date);
        const isOff = direction === 'fast' ? offset > 1e6 : offset < -1e6;
        return { ...session, expiresIn: isOff ? 100 - seconds : 100 };
      },
    }));
    const { outcome, detail } = await outcomeOf(setup, 'durations');
    assert.deepEqual([outcome, detail], expected ? ['failed', expected] : ['passed', '']);
  }
});

test('a code at the end of a line of the console is found before a line that begins with a digit', async t => {
  t.mock.method(console, 'debug', () => {});
  const setup = restSetup(t, good => ({
    verifyCode(phone, code, options) {
      console.debug(`code ${code}`);
      console.debug('3 tries');
      return good.verifyCode(phone, code, options);
    },
  }));
  assert.equal((await outcomeOf(setup, 'secrets-on-console')).outcome, 'failed');
});

test('an empty token is no secret', async t => {
  const setup = restSetup(
    t,
    changeSession(session => ({ ...session, refreshToken: '' })),
  );
  assert.deepEqual(await outcomeOf(setup, 'answer-types'), {
    ...{
      outcome: 'failed',
      detail: 'verifyCode answered by the server: it resolves, and its `refreshToken` is an empty string',
    },
  });
});

test('a wrong code has as many digits as the right one, and another first one', () => {
  assert.deepEqual(['1', '123456', '043210', '2222'].map(wrongCode), ['2', '223456', '143210', '1222']);
});
