// Sessions with an impossible lifetime are never stored, and replace no session that works; those with a very long one
// are stored with a shorter one (docs/behaviour/session.md#record).
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock, settle } from '../../support/clock.js';
import { FakeStore, session, stored } from '../../support/held-backend.js';
import { FallbackStore } from '../../../src/client/storage/fallback-store.js';
import { SessionRecord } from '../../../src/client/session/session-record.js';
import { isStoredSession } from '../../../src/core/stored-session.js';
import { setUpClient } from '../../support/client-setup.js';

const MINUTES = 60_000;

const IMPOSSIBLE_LIFETIMES = [
  0,
  0.5,
  -1,
  NaN,
  -Infinity,
  null,
  '1000',
  '2000000000',
  new Date(),
] as unknown as readonly never[];

for (const expiresIn of [1e9, 1e9 + 1, 1e12, Number.MAX_VALUE, Infinity])
  test(`a lifetime of ${expiresIn}: the sign-in and a renewal store 10⁹ seconds`, async t => {
    const clock = new FakeClock(t);
    const { client, backend, store, signIn } = setUpClient(t);
    await signIn(session({ expiresIn }));
    assert.deepEqual([client.state.isAuthenticated, store.stored?.expiresIn], [true, 1e9]);
    clock.jump(9e11);
    await clock.advance(MINUTES);
    await backend.answer('renewSession', session({ expiresIn, token: 'token-2' }));
    await settle();
    assert.deepEqual([store.stored?.token, store.stored?.expiresIn], ['token-2', 1e9]);
    // The timer of the next renewal is far away: it didn't overflow and fire at once.
    const { length } = backend.calls;
    await clock.advance(10 * MINUTES);
    assert.equal(backend.calls.length, length);
  });

test('a lifetime just below the limit is stored as it is', async t => {
  const { store, signIn } = setUpClient(t);
  await signIn(session({ expiresIn: 1e9 - 1 }));
  assert.equal(store.stored?.expiresIn, 1e9 - 1);
});

test('a lifetime of one second is the shortest that is stored', async t => {
  const { store, signIn } = setUpClient(t);
  await signIn(session({ expiresIn: 1 }));
  assert.equal(store.stored?.expiresIn, 1);
});

for (const expiresIn of IMPOSSIBLE_LIFETIMES) {
  const lifetime = `a lifetime of ${String(expiresIn)} (${typeof expiresIn})`;

  test(`${lifetime}: a sign-in rejects with invalid-response`, async t => {
    const { client, backend, store } = setUpClient(t);
    const done = client.login('anna', 'correct horse');
    await backend.answer('login', session({ expiresIn }));
    await assert.rejects(done, { code: 'invalid-response' });
    assert.deepEqual([client.state.isAuthenticated, client.state.isLoading], [false, false]);
    assert.equal(store.stored, null);
  });

  test(`${lifetime}: a renewal backs off, and the session stays`, async t => {
    const clock = new FakeClock(t);
    t.mock.method(Math, 'random', () => 0.5);
    const { client, backend, store, takeNotices } = setUpClient(t, {
      stored: stored({ obtainedAt: clock.now - 900_000 }),
    });
    const calls: number[] = [];
    backend.renewSession = () => {
      calls.push(clock.now);
      // Stops a client that renews without a pause, which would never end this test.
      if (calls.length > 100) return new Promise(() => {});
      return Promise.resolve(session({ expiresIn, token: 'token-2' }) as never);
    };
    await client.tryAutoLogin();
    takeNotices();
    await clock.advance(10 * MINUTES);
    // The waits between them are half of 1, 2, 4 … 300 seconds.
    const waits = calls.slice(1).map((at, index) => (at - calls[index]!) / 1000);
    assert.deepEqual(waits, [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 150, 150]);
    assert.equal(store.stored?.token, 'token-1');
    assert.deepEqual([client.state.isAuthenticated, takeNotices()], [true, []]);
  });
}

test('readSame: the session of the same person with the same tokens, and null if nothing is stored', () => {
  const store = new FakeStore();
  const record = new SessionRecord(new FallbackStore(store, isStoredSession));
  const withTokens = stored({ refreshToken: 'refresh-1' });
  const held = stored({ token: undefined, refreshToken: undefined });
  for (const one of [withTokens, held]) {
    assert.equal(record.readSame(one), null);
    const renamed = { ...one, displayName: 'Anna Maria' };
    store.stored = renamed;
    assert.deepEqual(record.readSame(one), renamed);
    for (const other of [{ token: 'token-2' }, { refreshToken: 'refresh-2' }, { user: 'u2' }]) {
      store.stored = { ...one, ...other };
      assert.equal(record.readSame(one), null, JSON.stringify(other));
    }
    store.stored = null;
  }
});
