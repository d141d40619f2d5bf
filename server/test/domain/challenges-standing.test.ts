import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMacs } from '../../src/common/crypto.js';
import type { Refusal } from '../../src/common/refusal.js';
import { loadConfig } from '../../src/config/config.js';
import { Admission, type Caller } from '../../src/domain/admission/admission.js';
import { ThreadPool } from '../../src/domain/admission/thread-pool.js';
import { createChallenges } from '../../src/domain/challenges.js';
import { createLimits } from '../../src/domain/rate-limits.js';
import { createNetworkRecords } from '../../src/domain/network-records.js';
import { createSendCode } from '../../src/domain/send-code.js';
import { createPasswordSignIn } from '../../src/domain/password-sign-in.js';
import { easyWork, solve } from '../support/challenges.js';
import { testEnvironment } from '../support/harness.js';
import { onDatabase } from '../support/on-database.js';

const tel = '79161234567';
const captcha = { CHALLENGE_TYPE: 'turnstile', CHALLENGE_SITE_KEY: 'public-key', CHALLENGE_SECRET: 'secret-key' };

onDatabase('the statements of a call with a solution', h => {
  /**
   * Makes the operations. Each resolves to the status of its answer, and to its steps: `asked` when it asks the captcha
   * provider, and for each statement the standing of the caller that it admits.
   */
  function start(env: Readonly<Record<string, string>>) {
    const config = loadConfig({ ...testEnvironment, ...easyWork, CHALLENGE: 'always', ...env });
    const macs = createMacs(testEnvironment.SERVER_SECRET);
    const admission = new Admission(h().database.db, { connections: 10, maxWaiting: 100 });
    const steps: string[] = [];
    const admit = admission.admit.bind(admission);
    admission.admit = (caller: Caller) => {
      steps.push(caller.standing ?? 'stranger');
      return admit(caller);
    };
    const limits = createLimits(config, macs);
    const threads = new ThreadPool(100);
    const verify = ({ token }: { token: string }) => {
      steps.push('asked');
      return Promise.resolve(token === 'good');
    };
    const challenges = createChallenges(config, {
      admission,
      macs,
      limits,
      threads,
      captcha: env === captcha ? { verify } : undefined,
      report: () => undefined,
      captchaFailed: () => undefined,
    });
    const sender = { send: () => Promise.resolve('accepted' as const) };
    const records = createNetworkRecords(macs);
    const send = createSendCode(config, admission, macs, limits, records, challenges, sender);
    const signIn = createPasswordSignIn(config, admission, limits, challenges, threads);
    const outcome = (answer: Promise<unknown>) =>
      answer.then(
        () => 200,
        (error: unknown) => (error as Refusal).status,
      );
    return {
      send: async (solution?: string) => {
        steps.length = 0;
        const request = { phone: tel, language: 'ru', device: undefined, ip: '192.0.2.1', solution } as const;
        return { status: await outcome(send(request)), steps: [...steps] };
      },
      signIn: async (solution?: string) => {
        steps.length = 0;
        const request = { login: 'anna', password: 'correct horse', ip: '192.0.2.1', solution };
        return { status: await outcome(signIn(request)), steps: [...steps] };
      },
    };
  }
  /** The standings after the provider was asked. */
  const afterwards = (steps: readonly string[]) => [...new Set(steps.slice(steps.indexOf('asked') + 1))];

  it('wait behind all others if the captcha was not accepted, and go first if it was', async () => {
    const { send, signIn } = start(captcha);
    const bare = await send();
    assert.equal(bare.status, 403);
    assert.deepEqual([...new Set(bare.steps)], ['stranger']);
    const refused = await send('made up');
    assert.equal(refused.status, 403);
    assert.ok(refused.steps.indexOf('asked') > 0);
    assert.deepEqual(afterwards(refused.steps), ['unproven']);
    const solved = await send('good');
    assert.equal(solved.status, 200);
    assert.deepEqual(afterwards(solved.steps), ['known']);
    const wrong = await signIn('made up');
    assert.equal(wrong.status, 403);
    assert.deepEqual(afterwards(wrong.steps), ['unproven']);
  });

  it('wait behind all others if a proof of work is made up, and as a stranger would if it is right', async () => {
    const { send } = start({});
    const madeUp = await send('{}');
    assert.equal(madeUp.status, 403);
    assert.equal(madeUp.steps.at(-1), 'unproven');
    await h().start({ ...easyWork, CHALLENGE: 'always' });
    const headers = await solve(await h().send(tel));
    const solved = await send(headers['X-Auth-Challenge']);
    assert.equal(solved.status, 200);
    assert.deepEqual([...new Set(solved.steps)], ['stranger']);
  });

  it('wait as they would without a header if no call is challenged', async () => {
    const { send } = start({ CHALLENGE: 'never' });
    const { status, steps } = await send('made up');
    assert.equal(status, 200);
    assert.deepEqual([...new Set(steps)], ['stranger']);
  });
});
