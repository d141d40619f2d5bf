// Lifetimes that a session cannot have: nothing is stored, and a session that works is kept.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock } from '../support/clock.js';
import { session, stored } from '../support/fake-backend.js';
import { scene } from '../support/scene.js';

const MINUTES = 60_000;

const SENSELESS = [0, 0.5, -1, NaN, Infinity, undefined, null, '1000'] as unknown as readonly never[];

for (const expiresIn of SENSELESS) {
  const lifetime = `a lifetime of ${String(expiresIn)} (${typeof expiresIn})`;

  test(`${lifetime}: a sign-in with it makes no sense`, async t => {
    const { client, backend, store } = scene(t);
    const done = client.login('anna', 'correct horse');
    await backend.answer('login', session({ expiresIn }));
    await assert.rejects(done, { code: 'invalid-response' });
    assert.deepEqual([client.state.isAuthenticated, client.state.isLoading], [false, false]);
    assert.equal(store.stored, null);
  });

  test(`${lifetime}: a renewal with it backs off, and loses nothing`, async t => {
    const clock = new FakeClock(t);
    t.mock.method(Math, 'random', () => 0.5);
    const { client, backend, store, told } = scene(t, { stored: stored({ obtainedAt: clock.now - 900_000 }) });
    const calls: number[] = [];
    backend.renewSession = () => {
      calls.push(clock.now);
      // A client that spins is stopped: it would take this test with it.
      if (calls.length > 100) return new Promise(() => {});
      return Promise.resolve(session({ expiresIn, token: 'token-2' }) as never);
    };
    await client.tryAutoLogin();
    told();
    await clock.advance(10 * MINUTES);
    // Half of 1, 2, 4 … 300 seconds between them.
    const waits = calls.slice(1).map((at, index) => (at - calls[index]!) / 1000);
    assert.deepEqual(waits, [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 150, 150]);
    assert.equal(store.stored?.token, 'token-1');
    assert.deepEqual([client.state.isAuthenticated, told()], [true, []]);
  });
}
