import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryOnConflict } from '../../src/db/database.js';

describe('retryOnConflict', () => {
  const failing = (code: string, times: number) => {
    let left = times;
    return () => {
      left--;
      return left >= 0 ? Promise.reject(Object.assign(new Error('undone'), { code })) : Promise.resolve('done');
    };
  };

  it('retries after a deadlock, up to four times, and not after other errors', async () => {
    assert.equal(await retryOnConflict(failing('40P01', 3)), 'done');
    await assert.rejects(retryOnConflict(failing('40P01', 10)), /undone/);
    await assert.rejects(retryOnConflict(failing('23505', 1)), /undone/);
  });
});
