// Several tabs of one origin: one renewal a period for all, and sign-in, sign-out and names appear in each
// (docs/behaviour/session.md#tabs).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { setUpBrowser } from '../../support/browser-setup.js';
import { settle } from '../../support/clock.js';

const SECOND = 1000;

for (const count of [2, 5]) {
  for (const latency of [0, 400]) {
    test(`${count} tabs, ${latency * 2} ms to the server and back: exactly one renewal a period`, async t => {
      const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t, { tabs: count });
      server.latency = latency;
      await signIn();
      for (let period = 1; period <= 20; period++) {
        const before = server.attempts.length;
        while (server.attempts.length === before) await clock.advance(5 * SECOND);
        // By now the renewal was due in every tab, and each has checked twice.
        await clock.advance(65 * SECOND);
        assert.equal(server.attempts.length, before + 1, `period ${period}`);
        assert.ok(isUndisturbed());
      }
      assert.equal(server.count('renewSession'), 20);
      assert.ok(page.locks.requestCount >= 20);
      assert.equal(page.locks.held.size, 0);
    });
  }

  test(`${count} tabs that wake from sleep at the same time: one renewal`, async t => {
    const { clock, page, server, signIn, isUndisturbed } = setUpBrowser(t, { tabs: count });
    server.latency = 300;
    await signIn();
    clock.jump(950 * SECOND);
    page.show();
    page.fire('pageshow');
    page.goOnline();
    await clock.advance(30 * SECOND);
    assert.equal(server.attempts.filter(({ name }) => name === 'renewSession').length, 1);
    assert.ok(page.locks.refusedCount > 0, 'the lock was held when the others asked for it');
    assert.ok(isUndisturbed());
  });
}

test('two tabs without storage events: the second one reads the storage again inside the lock', async t => {
  const { clock, server, origin, tabs, signIn, isUndisturbed } = setUpBrowser(t, { tabs: 2 });
  await signIn();
  // Neither tab gets events of the other's writes.
  for (const { store } of tabs) store.notify = () => {};
  await clock.advance(830 * SECOND);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
  for (const { client } of tabs) assert.equal(await client.getToken(), origin.stored!.token);
});

test('writes that are readable in other tabs 190 ms after the lock is released: still one renewal', async t => {
  let n = 0;
  // Renewals in the five tabs are due 5 seconds after each other.
  t.mock.method(Math, 'random', () => (n++ % 5) * 0.005);
  const { clock, server, origin, signIn, isUndisturbed } = setUpBrowser(t, { tabs: 5 });
  await signIn();
  origin.lag = 190;
  await clock.advance(790 * SECOND);
  assert.equal(server.count('renewSession'), 0);
  await clock.advance(60 * SECOND);
  assert.equal(server.count('renewSession'), 1);
  assert.ok(isUndisturbed());
});

test('a sign-in and a sign-out in one tab appear in all others', async t => {
  const { tabs, server, signIn, clock } = setUpBrowser(t, { tabs: 3 });
  const done = tabs[0].client.login('u1', 'correct horse');
  await settle();
  await done;
  await settle();
  for (const { client, signIns } of tabs) {
    assert.deepEqual(signIns, ['in u1']);
    assert.deepEqual([client.state.userId, client.state.displayName], ['u1', 'Name of u1']);
    assert.equal(await client.getToken(), 'token-1');
  }
  const signedOut = tabs[2]!.client.logout();
  await settle();
  await signedOut;
  assert.deepEqual(
    tabs.map(({ signIns }) => signIns.at(-1)),
    ['out other-tab', 'out other-tab', 'out logout'],
  );
  for (const { client } of tabs) assert.equal(await client.getToken(), null);
  assert.equal(server.count('endSession'), 1, 'the server is told once');
  await signIn();
  await clock.advance(830 * SECOND);
  assert.equal(server.count('renewSession'), 1);
});

test('a sign-in as another user in one tab replaces the whole state in all others', async t => {
  const { tabs, server, signIn } = setUpBrowser(t, { tabs: 3 });
  await signIn('u1');
  const done = tabs[1]!.client.login('u2', 'another horse');
  await settle();
  await done;
  await settle();
  for (const { client, signIns } of tabs) {
    assert.deepEqual([client.state.userId, client.state.displayName], ['u2', 'Name of u2']);
    assert.equal(signIns.at(-1), 'in u2');
    assert.ok(server.knows(await client.getToken()));
  }
});

test('a sign-in in one tab cancels a flow in another, and late answers there change nothing', async t => {
  const { tabs, server, signIn, clock } = setUpBrowser(t, { tabs: 2 });
  server.latency = 500;
  const [one, other] = tabs as unknown as [(typeof tabs)[0], (typeof tabs)[0]];
  const requested = other.client.registerByPhone('79161234567', 'Boris');
  await clock.advance(1100);
  await requested;
  const submitted = other.client.verifyRegistrationSms('123456');
  const cancelled = assert.rejects(submitted, { code: 'cancelled' });
  await clock.advance(100);
  server.latency = 0;
  await signIn('u1');
  await cancelled;
  assert.deepEqual(
    [other.client.state.userId, other.client.state.verificationStep, other.client.state.isLoading],
    ['u1', 'none', false],
  );
  await clock.advance(5000);
  assert.equal(other.client.state.userId, 'u1');
  assert.equal(one.client.state.userId, 'u1');
});

test('localStorage.clear() in one tab signs out in all', async t => {
  const { tabs, origin, signIn } = setUpBrowser(t, { tabs: 3 });
  await signIn();
  origin.change(null);
  await settle();
  for (const { client, signIns } of tabs) {
    assert.deepEqual(signIns, ['out other-tab']);
    assert.deepEqual([client.state.isAuthenticated, client.state.error], [false, null]);
    assert.equal(await client.getToken(), null);
  }
});

test('a name that is saved in one tab appears in all', async t => {
  const { tabs, server, clock } = setUpBrowser(t, { tabs: 2 });
  server.names.set('79161234567', null);
  const [one, other] = tabs as unknown as [(typeof tabs)[0], (typeof tabs)[0]];
  await one.client.loginByPhone('79161234567');
  await one.client.loginWithSmsCode('123456');
  await clock.advance(1);
  assert.equal(other.client.state.verificationStep, 'verified');
  assert.equal(other.client.flow.screen, 'name');
  await one.client.verifyRegistrationSms('', 'Anna');
  await clock.advance(1);
  assert.deepEqual([other.client.state.isAuthenticated, other.client.state.displayName], [true, 'Anna']);
});

for (const [name, end] of [
  ['a sign-out', ({ tabs }: ReturnType<typeof setUpBrowser>) => void tabs[1]!.client.logout()],
  ['localStorage.clear()', ({ origin }: ReturnType<typeof setUpBrowser>) => origin.change(null)],
] as const) {
  test(`${name} in another tab while this one renews: the answer does not bring the session back`, async t => {
    const browser = setUpBrowser(t, { tabs: 2 });
    const { clock, page, server, origin, tabs, signIn } = browser;
    await signIn();
    server.latency = 2000;
    while (!page.locks.held.size) await clock.advance(SECOND);
    end(browser);
    await clock.advance(20 * SECOND);
    assert.equal(origin.stored, null);
    for (const { client, signIns } of tabs) {
      assert.equal(client.state.isAuthenticated, false);
      assert.equal(signIns.filter(word => word.startsWith('out')).length, 1);
      assert.ok(!signIns.includes('in u1'));
    }
    await clock.advance(2000 * SECOND);
    assert.equal(origin.stored, null);
  });
}

test('a sign-in as another user in another tab while this one renews: the new session stays', async t => {
  const { clock, page, server, origin, tabs, signIn } = setUpBrowser(t, { tabs: 2 });
  await signIn('u1');
  server.latency = 2000;
  while (!page.locks.held.size) await clock.advance(SECOND);
  const done = tabs[1]!.client.login('u2', 'another horse');
  await clock.advance(20 * SECOND);
  await done;
  assert.equal(origin.stored?.user, 'u2');
  for (const { client } of tabs) assert.equal(client.state.userId, 'u2');
  assert.ok(server.knows(origin.stored.token));
});

test('401 in one tab: all are signed out, each with one event', async t => {
  const { clock, server, origin, tabs, signIn } = setUpBrowser(t, { tabs: 3 });
  await signIn();
  server.end(origin.stored!.token);
  await clock.advance(830 * SECOND);
  assert.equal(origin.stored, null);
  const reasons = tabs.flatMap(({ signIns }) => signIns);
  assert.equal(reasons.length, 3);
  assert.equal(reasons.filter(reason => reason === 'out session-expired').length, 1);
});

test('five tabs and a server that is down for long: all stay signed in, and renew once when it is back', async t => {
  const { clock, server, signIn, isUndisturbed } = setUpBrowser(t, { ttl: 10_000, tabs: 5 });
  await signIn();
  server.failure = () => new AuthError('network');
  await clock.advance(9000 * SECOND);
  assert.ok(isUndisturbed());
  server.failure = () => undefined;
  const before = server.attempts.length;
  await clock.advance(600 * SECOND);
  assert.equal(server.attempts.length, before + 1);
  assert.ok(isUndisturbed());
});

test('a tab that is opened later uses the stored session, without a renewal', async t => {
  const { clock, server, open, signIn } = setUpBrowser(t);
  await signIn();
  await clock.advance(900 * SECOND);
  const late = open();
  await late.client.tryAutoLogin();
  await settle();
  assert.equal(late.client.state.userId, 'u1');
  assert.equal(await late.client.getToken(), 'token-2');
  assert.equal(server.count('renewSession'), 1);
});
