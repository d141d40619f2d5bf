import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Semaphore } from '../../src/common/semaphore.js';

describe('Semaphore', () => {
  it('runs a limited number of tasks at once and the others in order, also after a failed one', async () => {
    const semaphore = new Semaphore(2);
    const began: number[] = [];
    const ends: ((failed: boolean) => void)[] = [];
    const task = (number: number) =>
      semaphore.run(() => {
        began.push(number);
        return new Promise<number>((resolve, reject) => {
          ends[number] = failed => (failed ? reject(new Error('no')) : resolve(number));
        });
      });
    const all = [0, 1, 2, 3].map(task);
    const outcomes = Promise.allSettled(all);
    assert.deepEqual(began, [0, 1]);
    ends[1]!(true);
    await assert.rejects(all[1]!);
    assert.deepEqual(began, [0, 1, 2]);
    ends[0]!(false);
    await all[0];
    assert.deepEqual(began, [0, 1, 2, 3]);
    ends[2]!(false);
    ends[3]!(false);
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    const later = [task(4), task(5), task(6)];
    assert.deepEqual(began.slice(4), [4, 5]);
    for (const number of [4, 5]) ends[number]!(false);
    await Promise.all(later.slice(0, 2));
    ends[6]!(false);
    assert.equal(await later[2], 6);
  });
});
