// The sessions of the server in memory: lifetimes to the second, successors of a token, and ends.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { MemoryDevices } from '../../../src/testing/memory-server/memory-devices.js';
import { MemorySessions } from '../../../src/testing/memory-server/memory-sessions.js';
import { MemoryStore } from '../../../src/testing/memory-server/memory-store.js';
import { TestClock } from '../../../src/testing/memory-server/test-clock.js';

const ANNA = { user: 'user-1', displayName: 'Anna' };
const EXPIRED = { code: 'session-expired', status: 401 };

/** Sessions whose tokens last 100 seconds and which last 250, on a clock that stands still until a test moves it. */
function start(t: TestContext, { tokenTtl = 100, sessionTtl = 250 } = {}) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
  const clock = new TestClock();
  const sessions = new MemorySessions(clock, { tokenTtl, sessionTtl });
  const session = sessions.open(ANNA);
  const { token, ...granted } = sessions.grant(session);
  return { clock, sessions, session, token, granted };
}

test('a token: 128 random bits, and the account', t => {
  const { token, granted, sessions, session } = start(t);
  assert.deepEqual(granted, { ...ANNA, expiresIn: 100 });
  assert.match(token, /^test-\d+-\d+-\d+-\d+$/);
  assert.notEqual(sessions.grant(session).token, token);
  assert.deepEqual(sessions.get(token), { ...ANNA, expiresIn: 100 });
  assert.equal(sessions.accountOf(token), ANNA);
});

test('a token is live until the last whole second of its lifetime', t => {
  const { clock, sessions, token } = start(t);
  clock.advance(99);
  assert.equal(sessions.get(token).expiresIn, 1);
  clock.advance(0.001);
  assert.throws(() => sessions.get(token), EXPIRED, 'less than a second is left');
  assert.equal(sessions.accountOf(token), ANNA);
  clock.advance(0.999);
  assert.throws(() => sessions.accountOf(token), EXPIRED);
  assert.throws(() => sessions.renew(token), EXPIRED);
});

test('no renewal makes a session last longer than it may', t => {
  const { clock, sessions, session, token } = start(t);
  clock.advance(90);
  const second = sessions.renew(token);
  assert.equal(second.expiresIn, 100);
  clock.advance(90);
  const third = sessions.renew(second.token!);
  assert.equal(third.expiresIn, 70);
  clock.advance(69);
  assert.equal(sessions.renew(third.token!).expiresIn, 1);
  clock.advance(0.001);
  assert.throws(() => sessions.renew(third.token!), EXPIRED);
  assert.equal(sessions.isOpen(session), true);
  clock.advance(0.999);
  assert.equal(sessions.isOpen(session), false);
});

test('a token works for a minute after the first use of its successor, and no longer than its own lifetime', t => {
  const { clock, sessions, token } = start(t);
  clock.advance(10);
  const { token: next } = sessions.renew(token);
  clock.advance(20);
  sessions.get(next!);
  clock.advance(30);
  sessions.get(next!);
  clock.advance(29.999);
  assert.equal(sessions.accountOf(token), ANNA);
  clock.advance(0.001);
  assert.throws(() => sessions.accountOf(token), EXPIRED);
  const late = start(t, { tokenTtl: 30 });
  const { token: successor } = late.sessions.renew(late.token);
  late.sessions.get(successor!);
  late.clock.advance(29.999);
  assert.equal(late.sessions.accountOf(late.token), ANNA);
  late.clock.advance(0.001);
  assert.throws(() => late.sessions.accountOf(late.token), EXPIRED);
});

test('the end of a session ends all of its tokens, and no other session', t => {
  const { sessions, token } = start(t);
  const other = sessions.grant(sessions.open(ANNA)).token;
  const { token: next } = sessions.renew(token);
  sessions.end('unknown');
  sessions.end(token);
  sessions.end(token);
  for (const ended of [token, next!]) assert.throws(() => sessions.get(ended), EXPIRED);
  assert.equal(sessions.get(other).user, 'user-1');
  sessions.endAll();
  assert.throws(() => sessions.get(other), EXPIRED);
  assert.throws(() => sessions.get('unknown'), EXPIRED);
});

test('a device is known for its number, for 90 days', t => {
  t.mock.timers.enable({ apis: ['Date'] });
  const clock = new TestClock();
  const devices = new MemoryDevices(clock);
  const device = devices.grant('79161234567');
  const later = devices.grant('79161234567');
  assert.notEqual(device, later);
  for (const known of [device, later]) assert.equal(devices.isKnown(known, '79161234567'), true);
  assert.equal(devices.isKnown(device, '79161234568'), false);
  assert.equal(devices.isKnown('device-of-another', '79161234567'), false);
  assert.equal(devices.isKnown(undefined, '79161234567'), false);
  clock.advance(90 * 86_400 - 0.001);
  assert.equal(devices.isKnown(device, '79161234567'), true);
  clock.advance(0.001);
  assert.equal(devices.isKnown(device, '79161234567'), false);
});

test('the clock follows Date, and rounds waits up to whole seconds', t => {
  t.mock.timers.enable({ apis: ['Date'], now: 5000 });
  const clock = new TestClock();
  assert.equal(clock.now(), 5000);
  clock.advance(2.5);
  clock.advance(1);
  assert.equal(clock.now(), 8500);
  t.mock.timers.tick(500);
  assert.equal(clock.now(), 9000);
  assert.deepEqual(
    [9000, 9001, 10_000, 10_001].map(time => clock.retryAfter(time)),
    [1, 1, 1, 2],
  );
});

test('a store holds what is written, and tells of changes by other tabs alone', () => {
  const session = {
    v: 1,
    user: 'user-1',
    displayName: null,
    token: 'token-1',
    expiresIn: 60,
    obtainedAt: 0,
    method: 'phone',
  } as const;
  assert.deepEqual(new MemoryStore(session).read(), session);
  const store = new MemoryStore();
  assert.deepEqual([store.read(), store.persistent], [null, true]);
  const heard: string[] = [];
  const leave = store.subscribe(() => {
    heard.push('first');
    if (heard.length === 1) store.subscribe(() => void heard.push('added'));
  });
  store.subscribe(() => void heard.push('second'));
  store.write(session);
  store.remove();
  assert.equal(store.read(), null);
  assert.deepEqual(heard, []);
  store.changeInOtherTab(session);
  assert.deepEqual([store.read(), heard], [session, ['first', 'second']]);
  leave();
  store.changeInOtherTab(null);
  assert.deepEqual([store.read(), heard], [null, ['first', 'second', 'second', 'added']]);
});
