import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../../../src/common/refusal.js';
import { ThreadPool } from '../../../src/domain/admission/thread-pool.js';

describe('the check of passwords', () => {
  /** Checks that take as long as `end` is not called. */
  const setUp = () => {
    const threads = new ThreadPool(1000, 1);
    const order: string[] = [];
    const held: (() => void)[] = [];
    const check = (name: string, ip: string, standing?: 'known' | 'stranger') =>
      threads.runPassword({ ip, standing }, async () => {
        order.push(name);
        await new Promise<void>(resolve => held.push(resolve));
      });
    const end = async () => {
      while (held.length > 0) {
        held.shift()!();
        await new Promise(resolve => setImmediate(resolve));
      }
    };
    return { threads, order, check, end };
  };

  it('refuses early with 503 what would wait for more than two seconds, and takes turns by network', async () => {
    const { order, check, end } = setUp();
    const flood = Array.from({ length: 300 }, (_, n) => check('flood', `2001:db8:9:${n.toString(16)}::/64`));
    const outcomes = Promise.allSettled(flood);
    const honest = ['192.0.2.1', '198.51.100.1'].map(ip => check('honest', ip));
    const known = check('known', '203.0.113.1', 'known');
    await end();
    await Promise.all([...honest, known]);
    const refusals = (await outcomes).filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    // Until a check was measured, it's expected to take 50 ms: forty wait, and one runs. Two made room for honest ones.
    assert.equal(refusals.length, 300 - 1 - 40 + 2);
    for (const { reason } of refusals) {
      assert.ok(reason instanceof Refusal);
      assert.deepEqual([reason.status, reason.params], [503, { retryAfter: 1 }]);
    }
    assert.deepEqual(order.slice(0, 5), ['flood', 'known', 'flood', 'honest', 'honest']);
  });

  it('lets eight of each kind wait, however slow the processor is', async t => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const { threads, order, check, end } = setUp();
    await threads.runPassword({ ip: '192.0.2.1' }, () => Promise.resolve((now += 60_000)));
    const many = (['known', 'stranger'] as const).flatMap(standing =>
      Array.from({ length: 20 }, () => check(standing, '192.0.2.1', standing)),
    );
    const outcomes = Promise.allSettled(many);
    await end();
    assert.equal((await outcomes).filter(({ status }) => status === 'fulfilled').length, 1 + 8 + 8);
    assert.equal(order.filter(name => name === 'stranger').length, 8);
  });

  it('delays other work for the length of one password at most, and refuses none of it', async () => {
    const { threads, order, check, end } = setUp();
    const passwords = Array.from({ length: 30 }, () => check('password', '192.0.2.1'));
    const others = Array.from({ length: 200 }, () =>
      threads.run({ ip: '192.0.2.1' }, () => Promise.resolve(order.push('other'))),
    );
    await end();
    await Promise.all([...passwords, ...others]);
    assert.equal(order.length, 230);
    assert.equal(order[1], 'other');
    assert.ok(order.lastIndexOf('other') < 210, `${order.lastIndexOf('other')}`);
  });
});
