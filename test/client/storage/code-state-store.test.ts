import assert from 'node:assert/strict';
import test from 'node:test';
import { CodeStateStore } from '../../../src/client/storage/code-state-store.js';
import { FakeClock } from '../../support/clock.js';
import { FakePage } from '../../support/page.js';

test('the timers of a browser are numbers, and a state is shared all the same', t => {
  t.mock.method(globalThis, 'setTimeout', () => 1);
  const store = new CodeStateStore('https://api.test');
  store.share('79161234567', 'state-1');
  assert.equal(store.find('79161234567'), 'state-1');
});

test('a reload does not prolong the five minutes of a record', async t => {
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const first = new CodeStateStore('https://api.test');
  first.share('79161234567', 'state-1');
  first.stop();
  await clock.advance(240_000);
  const second = new CodeStateStore('https://api.test');
  t.after(() => second.stop());
  await clock.advance(59_000);
  assert.equal(page.localStorage.length, 1);
  await clock.advance(2_000);
  assert.equal(page.localStorage.length, 0);
});
