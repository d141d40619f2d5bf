import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '../../src/common/log.js';
import type { Database } from '../../src/db/database.js';
import { createReadinessCheck } from '../../src/domain/readiness.js';
import { startServer } from '../../src/server.js';
import { FakeProvider, testEnvironment } from '../support/harness.js';

describe('the check of readiness', () => {
  it('asks the database one question at a time, however many callers there are', async () => {
    let asked = 0;
    const answers: (() => void)[] = [];
    const db = {
      query: () => {
        asked++;
        return new Promise<never[]>(resolve => answers.push(() => resolve([])));
      },
    } as unknown as Database;
    const isReady = createReadinessCheck(db, new AbortController().signal);
    for (let round = 1; round <= 2; round++) {
      const crowd = Array.from({ length: 1000 }, isReady);
      assert.equal(asked, round);
      answers.pop()!();
      assert.deepEqual(new Set(await Promise.all(crowd)), new Set([true]));
    }
  });

  it('asks anew after two seconds without an answer, and leaves two questions unanswered at most', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const questions: ((isUp: boolean) => void)[] = [];
    const db = {
      query: () =>
        new Promise<never[]>((answer, fail) => {
          questions.push(isUp => {
            if (isUp) answer([]);
            else fail(new Error('timeout'));
          });
        }),
    } as unknown as Database;
    const isReady = createReadinessCheck(db, new AbortController().signal);
    for (const asked of [1, 2]) {
      const crowd = [isReady(), isReady()];
      t.mock.timers.tick(1999);
      crowd.push(isReady());
      assert.equal(questions.length, asked);
      t.mock.timers.tick(1);
      assert.deepEqual(await Promise.all(crowd), [false, false, false]);
    }
    assert.equal(await isReady(), false);
    assert.equal(questions.length, 2);
    questions[0]!(false);
    await new Promise(setImmediate);
    const back = isReady();
    questions[2]!(true);
    assert.equal(await back, true);
    assert.equal(questions.length, 3);
  });
});

describe('a server whose database does not answer', () => {
  it('is not ready, but healthy', async () => {
    const refuse = () => Promise.reject(new Error('unreachable'));
    // The server needs the keys of its counters to start.
    const keys: object[] = [];
    const answers: Readonly<Record<string, (values: readonly unknown[]) => object[]>> = {
      'server-keys-find': () => keys,
      'server-keys-none': () => [{ isEmpty: true }],
      'server-keys-store': ([secretId, root]) => {
        keys.push({ secretId, root });
        return [];
      },
    };
    const unreachable: Database = {
      query: ({ name }, values) => {
        const answer = answers[name];
        return answer ? Promise.resolve(answer(values) as never) : refuse();
      },
      transaction: refuse,
      maintain: refuse,
      withAdvisoryLock: () => Promise.resolve([] as never),
      close: refuse,
    };
    const overrides = { db: unreachable, sms: new FakeProvider(), log: createLog('silent') };
    const server = await startServer(testEnvironment, overrides);
    const ready = await fetch(`${server.url}/readyz`);
    assert.deepEqual(await ready.json(), { code: 503, text: 'Service Unavailable', params: {} });
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    await server.close();
  });
});
