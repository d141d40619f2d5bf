// Offline before and during each operation: the error `offline`, and the same operation succeeds when the network is
// back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import { FakeStore, stored } from '../../support/held-backend.js';
import { envelope, startRawServer } from '../../support/raw-server.js';
import { FakePage } from '../../support/page.js';

const PHONE = '79161234567';
const SESSION = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };
const OFFLINE = 'You’re offline. Check your connection and try again.';

/** A client on a page that the test takes offline and back online. */
async function onPage(t: test.TestContext, storedSession: FakeStore['stored'] = null) {
  const page = new FakePage(t);
  const server = await startRawServer(t);
  const store = new FakeStore();
  store.stored = storedSession;
  const client = new AuthClient({ baseUrl: server.url, store });
  client.subscribe(() => {});
  t.after(() => client.dispose());
  const real = globalThis.fetch;
  t.after(() => (globalThis.fetch = real));
  return {
    page,
    server,
    store,
    client,
    /** Goes offline like a browser: sets `navigator.onLine`, fires the event, and makes `fetch` reject. */
    goOffline() {
      globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
      page.goOnline(false);
    },
    goOnline() {
      globalThis.fetch = real;
      page.goOnline();
    },
  };
}

type Setup = Awaited<ReturnType<typeof onPage>>;

async function awaitCode({ server, client }: Setup): Promise<void> {
  server.replyWith(envelope(200, { cred: `tel:${PHONE}` }));
  await client.registerByPhone(PHONE, 'Anna');
}

async function awaitName(setup: Setup): Promise<void> {
  await awaitCode(setup);
  setup.server.replyWith(envelope(200, { ...SESSION, displayName: null }));
  // The name from the registration is sent at once; its answer is made to fail below.
  const confirmed = setup.client.verifyRegistrationSms('123456');
  await new Promise<void>(resolve => {
    const end = setup.client.observe(() => {
      if (setup.client.flow.screen !== 'name') return;
      end();
      resolve();
    });
  });
  setup.server.replyWith(envelope(500));
  await confirmed.catch(() => {});
}

const OPERATIONS: [string, (setup: Setup) => Promise<void>, (setup: Setup) => Promise<void>, object][] = [
  ['loginByPhone', async () => {}, ({ client }) => client.loginByPhone(PHONE), { cred: `tel:${PHONE}` }],
  ['sendRegistrationSms', async () => {}, ({ client }) => client.sendRegistrationSms(PHONE), { cred: `tel:${PHONE}` }],
  ['registerByPhone', async () => {}, ({ client }) => client.registerByPhone(PHONE, 'Anna'), { cred: `tel:${PHONE}` }],
  ['loginWithSmsCode', awaitCode, ({ client }) => client.loginWithSmsCode('123456'), SESSION],
  ['verifyRegistrationSms', awaitCode, ({ client }) => client.verifyRegistrationSms('123456'), SESSION],
  ['the name alone', awaitName, ({ client }) => client.verifyRegistrationSms('', 'Anna'), SESSION],
  ['login', async () => {}, ({ client }) => client.login('anna', 'correct horse'), SESSION],
];

for (const [name, prepare, operate, answer] of OPERATIONS) {
  test(`${name}: offline before it starts, and again when online`, async t => {
    const setup = await onPage(t);
    const { client, server } = setup;
    await prepare(setup);
    const { screen, phone, typedName } = client.flow;
    setup.goOffline();
    const requestCount = server.requests.length;
    await assert.rejects(operate(setup), { code: 'offline', message: OFFLINE });
    assert.deepEqual([client.state.error, client.state.isLoading], [OFFLINE, false]);
    assert.equal(client.flow.screen, screen);
    if (phone) assert.deepEqual([client.flow.phone, client.flow.typedName], [phone, typedName]);
    assert.equal(server.requests.length, requestCount);
    setup.goOnline();
    server.replyWith(envelope(200, answer));
    await operate(setup);
    assert.equal(client.state.error, null);
  });

  test(`${name}: offline while it runs, and again when online`, async t => {
    const setup = await onPage(t);
    const { client, server } = setup;
    await prepare(setup);
    const { screen } = client.flow;
    const reached = new Promise<() => void>(resolve =>
      server.replyWith(socket => {
        setup.goOffline();
        resolve(() => socket.destroy());
      }),
    );
    const running = operate(setup);
    (await reached)();
    await assert.rejects(running, { code: 'offline', message: OFFLINE });
    assert.equal(client.flow.screen, screen);
    assert.equal(client.state.isLoading, false);
    setup.goOnline();
    server.replyWith(envelope(200, answer));
    await operate(setup);
    assert.equal(client.state.error, null);
  });
}

test('logout offline: signed out at once, without an error', async t => {
  const setup = await onPage(t);
  const { client, server, store } = setup;
  server.replyWith(envelope(200, SESSION));
  await client.login('anna', 'correct horse');
  setup.goOffline();
  await client.logout();
  assert.equal(store.stored, null);
  assert.deepEqual([client.state.isAuthenticated, client.state.error], [false, null]);
});

for (const age of [0, 5000]) {
  test(`a session that is ${age} seconds old is restored offline, and renewed when the network is back`, async t => {
    const setup = await onPage(t, stored({ obtainedAt: Date.now() - age * 1000 }));
    const { client, server, store } = setup;
    setup.goOffline();
    await client.tryAutoLogin();
    assert.deepEqual([client.state.isAuthenticated, client.state.error], [true, null]);
    // If the session has expired, the client waits until the network is back.
    const token = client.getToken();
    if (!age) assert.equal(await token, 'token-1');
    server.replyWith(envelope(200, { ...SESSION, token: 'token-2' }));
    setup.goOnline();
    if (age) {
      assert.equal(await token, 'token-2');
      assert.equal(store.read()?.token, 'token-2');
    }
    assert.equal(client.state.isAuthenticated, true);
  });
}
