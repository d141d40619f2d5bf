// watchPage: which events of a page wake the session keeper.
import assert from 'node:assert/strict';
import test from 'node:test';
import { watchPage } from '../../../src/client/platform/page-events.js';
import { FakePage } from '../../support/page.js';

test('wakes when the page is shown or comes back from the cache, not when it is hidden', t => {
  const page = new FakePage(t);
  const calls: string[] = [];
  const stop = watchPage({ onWake: () => calls.push('wake'), onOnline: () => calls.push('online') });
  page.show(false);
  assert.deepEqual(calls.splice(0), []);
  page.show();
  assert.deepEqual(calls.splice(0), ['wake']);
  page.fire('pageshow');
  assert.deepEqual(calls.splice(0), ['wake']);
  page.goOnline();
  assert.deepEqual(calls.splice(0), ['online']);
  stop();
  page.show();
  page.fire('pageshow');
  page.goOnline();
  assert.deepEqual(calls, []);
});
