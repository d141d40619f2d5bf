import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GateFull } from '../../../src/domain/admission/gate.js';
import { KeyedQueue } from '../../../src/domain/admission/keyed-queue.js';

describe('KeyedQueue', () => {
  it('runs the tasks of one key in order and those of other keys at once, and forgets keys without tasks', async () => {
    const queue = new KeyedQueue();
    const order: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>(resolve => (release = resolve));
    const first = queue.run('a', { path: [''] }, async () => {
      await gate;
      order.push('first');
      throw new Error('fails');
    });
    const second = queue.run('a', { path: [''] }, () => Promise.resolve(order.push('second')));
    await queue.run('b', { path: [''] }, () => Promise.resolve(order.push('other')));
    release();
    await assert.rejects(first, /fails/);
    await second;
    assert.deepEqual(order, ['other', 'first', 'second']);
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(queue.size, 0);
  });

  it('gives the error of a task to all that wait for its key, if it is shared', async () => {
    const shared = new Error('blocked');
    const queue = new KeyedQueue({ toShared: error => (error === shared ? error : undefined) });
    let runs = 0;
    const task = () => {
      runs++;
      return Promise.reject(runs < 3 ? new Error('wrong') : shared);
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => queue.run('a', { path: [''] }, task)));
    const reasons = outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason : undefined) as unknown);
    assert.equal(runs, 3);
    assert.equal(reasons.filter(reason => reason === shared).length, 98);
    assert.equal(queue.size, 0);
  });

  it('lets a number of tasks wait for a key, and refuses further ones at once', async () => {
    const queue = new KeyedQueue({ maxWaiting: 2 });
    let release: () => void = () => undefined;
    const gate = new Promise<void>(resolve => (release = resolve));
    const accepted = Array.from({ length: 3 }, () => queue.run('a', { path: [''] }, () => gate));
    await assert.rejects(
      queue.run('a', { path: [''] }, () => gate),
      GateFull,
    );
    await queue.run('b', { path: [''] }, () => Promise.resolve());
    release();
    await Promise.all(accepted);
  });
});
