// SessionKeeper without a client: cases that look the same to a client.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { SessionLink } from '../../../src/client/session/session-link.js';
import { joinSharedSession } from '../../../src/client/session/shared-session.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { settle } from '../../support/clock.js';
import { HeldBackend, FakeStore, session, stored } from '../../support/held-backend.js';

const { signal } = new AbortController();

function setUpKeeper(t: TestContext, record = stored({ displayName: null })) {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = record;
  const { keeper, leave } = joinSharedSession({ backend, store, baseUrl: 'https://api.test' });
  t.after(leave);
  return { backend, store, keeper };
}

test('setDisplayName without a session: rejects with session-expired, and calls nothing', async t => {
  const { backend, store, keeper } = setUpKeeper(t);
  store.stored = null;
  await assert.rejects(keeper.setDisplayName('Anna', signal), { code: 'session-expired' });
  assert.equal(backend.calls.length, 0);
});

test('setDisplayName in a session that the server has ended: rejects with session-expired, and nothing is stored', async t => {
  const { backend, store, keeper } = setUpKeeper(t);
  const failed = assert.rejects(keeper.setDisplayName('Anna', signal), { code: 'session-expired' });
  await backend.answer('setDisplayName', new AuthError('session-expired'));
  await failed;
  assert.equal(store.stored, null);
});

test('setDisplayName while another tab removes the session: the account has its name, and nothing is stored', async t => {
  const { backend, store, keeper } = setUpKeeper(t);
  const named = keeper.setDisplayName('Anna', signal);
  store.stored = null;
  await backend.answer('setDisplayName', {});
  assert.equal((await named).displayName, 'Anna');
  assert.equal(store.stored, null);
});

test('restore without a session: resolves with null', async t => {
  const { store, keeper } = setUpKeeper(t);
  store.stored = null;
  assert.equal(await new SessionLink(keeper, () => null).restore(signal), null);
});

for (const [what, answer, expected] of [
  ['another name', session({ displayName: 'Bella' }), 'session.changed'],
  ['the end of the session', new AuthError('session-expired'), 'session.ended'],
] as const)
  test(`the renewal of a restore brings ${what}: told to all but the caller, which has it as the result`, async t => {
    const { backend, store, keeper } = setUpKeeper(t, stored({ refreshToken: 'r-1', obtainedAt: 0 }));
    const told: string[] = [];
    const caller = new SessionLink(keeper, () => null);
    caller.connect(() => told.push('the caller'));
    caller.start();
    keeper.subscribe(({ type }) => told.push(type));
    const restored = caller.restore(signal);
    await backend.answer('renewSession', answer);
    assert.deepEqual([(await restored)?.displayName, told], [store.stored?.displayName, [expected]]);
  });

test('a renewal fails while another tab signs out: the reason is the other tab', async t => {
  const { backend, store, keeper } = setUpKeeper(t, stored({ obtainedAt: Date.now() - 900_000 }));
  const told: object[] = [];
  await new SessionLink(keeper, () => null).restore(signal);
  keeper.subscribe(event => told.push(event));
  while (!backend.open.includes('renewSession')) await settle();
  store.stored = null;
  await backend.answer('renewSession', new AuthError('server'));
  while (!told.length) await settle();
  assert.deepEqual(told, [{ type: 'session.ended', reason: 'other-tab' }]);
});
