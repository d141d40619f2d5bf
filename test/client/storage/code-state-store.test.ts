import assert from 'node:assert/strict';
import test from 'node:test';
import { CodeStateStore } from '../../../src/client/storage/code-state-store.js';

test('the timers of a browser are numbers, and a state is shared all the same', t => {
  t.mock.method(globalThis, 'setTimeout', () => 1);
  const store = new CodeStateStore('https://api.test');
  store.share('79161234567', 'state-1');
  assert.equal(store.find('79161234567'), 'state-1');
});
