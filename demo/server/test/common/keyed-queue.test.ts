import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeyedQueue } from '../../src/common/keyed-queue.js';

describe('KeyedQueue', () => {
  it('runs the tasks of one key in order and those of other keys at once, and forgets keys without tasks', async () => {
    const queue = new KeyedQueue();
    const order: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>(resolve => (release = resolve));
    const first = queue.run('a', async () => {
      await gate;
      order.push('first');
      throw new Error('fails');
    });
    const second = queue.run('a', () => Promise.resolve(order.push('second')));
    await queue.run('b', () => Promise.resolve(order.push('other')));
    release();
    await assert.rejects(first, /fails/);
    await second;
    assert.deepEqual(order, ['other', 'first', 'second']);
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(queue.size, 0);
  });
});
