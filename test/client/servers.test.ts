// What servers and apps do to the client: which server is called, senseless lifetimes, arguments of any type.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { FakeClock, settle } from '../support/clock.js';
import { FakeStore, session, stored } from '../support/fake-backend.js';
import { FakeServer } from '../support/fake-server.js';
import { envelope, startLyingServer } from '../support/lying-server.js';
import { FakePage } from '../support/page.js';
import { PHONE, scene } from '../support/scene.js';

const SESSION = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };
const MINUTES = 60_000;

test('clients with one store and two addresses call each its own server', async t => {
  const [here, there] = [await startLyingServer(t), await startLyingServer(t)];
  const store = new FakeStore();
  const clients = [here, there].map(({ url }) => new AuthClient({ baseUrl: url, store }));
  t.after(() => clients.forEach(client => client.dispose()));
  for (const server of [here, there]) server.say(envelope(401, { what: 'password' }));
  const firstLines = ({ requests }: typeof here) => requests.map(request => request.split('\r\n')[0]);

  await assert.rejects(clients[1]!.login('boris', 'another horse'), { code: 'wrong-credentials' });
  assert.deepEqual([firstLines(here), firstLines(there)], [[], ['POST /v1/session HTTP/1.1']]);
  await assert.rejects(clients[0]!.login('anna', 'correct horse'), { code: 'wrong-credentials' });
  assert.deepEqual([firstLines(here), firstLines(there)], Array(2).fill(['POST /v1/session HTTP/1.1']));
  // And what comes of a sign-in is kept where both look.
  here.say(envelope(200, SESSION));
  await clients[0]!.login('anna', 'correct horse');
  assert.equal(store.stored?.token, 'token-1');
  assert.equal(firstLines(there).length, 1);
});

test('clients with one store and one address still share: one renewal for both', async t => {
  const clock = new FakeClock(t);
  const backend = new FakeServer();
  const store = new FakeStore();
  const clients = ['https://api.test/', 'https://api.test'].map(
    baseUrl => new AuthClient({ baseUrl, backend, store }),
  ) as [AuthClient, AuthClient];
  t.after(() => clients.forEach(client => client.dispose()));
  await clients[0].login('anna', 'correct horse');
  assert.equal(clients[1].state.isAuthenticated, false, 'nobody has looked yet');
  clients[1].observe(() => {});
  await clients[1].tryAutoLogin();
  await clock.advance(825_000);
  assert.equal(backend.count('renewSession'), 1);
});

test('an empty address is the origin of the page, and not the page', async t => {
  const page = new FakePage(t);
  const urls: string[] = [];
  t.mock.method(globalThis, 'fetch', (url: string) => {
    urls.push(url);
    return Promise.resolve(Response.json({ code: 200, text: 'OK', params: SESSION }));
  });
  for (const baseUrl of ['', undefined, '/']) {
    const client = new AuthClient({ baseUrl });
    await client.login('anna', 'correct horse');
    client.dispose();
  }
  assert.deepEqual(urls, Array(3).fill('https://site.test/v1/session'));
  assert.deepEqual([page.localStorage.length, page.localStorage.key(0)], [1, 'auth-widget:session:https://site.test']);
});

test('an address with a query or a fragment: the calls go to its path', async t => {
  const page = new FakePage(t);
  const urls = new Set<string>();
  t.mock.method(globalThis, 'fetch', (url: string) => {
    urls.add(url);
    return Promise.resolve(Response.json({ code: 200, text: 'OK', params: SESSION }));
  });
  for (const baseUrl of [
    '/api?',
    '/api?a=/b/',
    '/api/#top',
    '/api//?a#b',
    '../api',
    new URL('https://site.test/api#'),
  ]) {
    const client = new AuthClient({ baseUrl });
    await client.login('anna', 'correct horse');
    client.dispose();
  }
  assert.deepEqual([...urls], ['https://site.test/api/v1/session']);
  assert.deepEqual(
    [page.localStorage.length, page.localStorage.key(0)],
    [1, 'auth-widget:session:https://site.test/api'],
  );
});

test('a timeout beyond what timers hold is a long one', async t => {
  new FakePage(t);
  const answer = () => new Promise(resolve => setTimeout(resolve, 5, Response.json({ code: 200, params: SESSION })));
  t.mock.method(globalThis, 'fetch', answer);
  const client = new AuthClient({ timeout: Infinity });
  t.after(() => client.dispose());
  await client.login('anna', 'correct horse');
  assert.equal(client.state.isAuthenticated, true);
});

test('after dispose nothing that is asked for reaches a console, in development either', async () => {
  const secrets = {
    login: 'anna-7c1f',
    password: 'correct-horse-7c1f',
    code: '837465',
    name: 'Name-7c1f',
    phone: PHONE,
  };
  const script = `
    import { createActor, createMachine } from 'xstate';
    import { AuthClient } from './src/client/auth-client.ts';
    import { FakeBackend, FakeStore } from './test/support/fake-backend.ts';
    const { login, password, code, name, phone } = ${JSON.stringify(secrets)};
    // This is what the library says of an event that comes too late, where it is in development.
    const actor = createActor(createMachine({})).start();
    actor.stop();
    actor.send({ type: 'CONTROL' });
    const backend = new FakeBackend();
    const client = new AuthClient({ backend, store: new FakeStore(), baseUrl: 'https://api.test' });
    const asked = client.loginByPhone('79167654321');
    await backend.answer('requestCode');
    await asked;
    client.dispose();
    const operations = [
      () => client.login(login, password),
      () => client.loginWithSmsCode(code),
      () => client.verifyRegistrationSms(code, name),
      () => client.loginByPhone(phone),
      () => client.registerByPhone(phone, name),
      () => client.sendRegistrationSms(phone),
      () => client.tryAutoLogin(),
      () => client.logout(),
    ];
    const ends = [];
    for (const operation of operations) ends.push(await operation().then(() => 'resolved', error => error.code));
    process.stdout.write(JSON.stringify({ ends, calls: backend.calls.length }));
  `;
  const args = ['--conditions=development', '--import', 'tsx', '--input-type=module', '--eval', script];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd });
  assert.match(stderr, /CONTROL/, 'the library is in development, and would tell');
  assert.deepEqual(JSON.parse(stdout), { ends: Array(8).fill('cancelled'), calls: 1 });
  for (const secret of Object.values(secrets)) assert.ok(!stderr.includes(secret), stderr);
});

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

test('numbers, codes, names and logins that are no texts: the promise says so, and nothing is thrown', async t => {
  const { client, backend } = scene(t);
  const wrong = [79161234567, 123456, null, undefined, true, {}, [], Object.create(null), Symbol('s'), () => {}];
  const operations: Record<string, (value: never) => Promise<void>> = {
    loginByPhone: value => client.loginByPhone(value),
    sendRegistrationSms: value => client.sendRegistrationSms(value),
    registerByPhone: value => client.registerByPhone(PHONE, value),
    loginWithSmsCode: value => client.loginWithSmsCode(value),
    verifyRegistrationSms: value => client.verifyRegistrationSms('123456', value),
    'verifyRegistrationSms, code': value => client.verifyRegistrationSms(value),
    login: value => client.login(value, 'correct horse'),
    'login, password': value => client.login('anna', value),
  };
  for (const [name, operate] of Object.entries(operations)) {
    for (const value of wrong) {
      const what = `${name} of ${typeof value} ${JSON.stringify(value)}`;
      if (/Sms(Code|$|,)/.test(name) && !name.startsWith('send')) {
        const asked = client.loginByPhone(PHONE);
        await backend.answer('requestCode');
        await asked;
      }
      let done: Promise<void> | undefined;
      assert.doesNotThrow(() => (done = operate(value as never)), what);
      const ended = done!.then(
        () => true,
        (error: unknown) => assert.ok(error instanceof AuthError, what),
      );
      // What went through to the server is answered there.
      await settle();
      for (const method of backend.open) void backend.answer(method, new AuthError('invalid-request'));
      await ended;
      assert.equal(client.state.isLoading, false, what);
    }
  }
});

test('a number that is a number is read like its digits', async t => {
  const { client, backend } = scene(t);
  const done = client.loginByPhone(79161234567 as never);
  await backend.answer('requestCode');
  await done;
  assert.deepEqual(backend.last('requestCode'), [PHONE]);
});

test('a wait of a fraction of a second is told in whole seconds, rounded up', async t => {
  for (const [retryAfter, time] of [
    [59.4, '1:00'],
    [0.2, '0:01'],
    [3599.01, '1:00:00'],
    [12, '0:12'],
  ] as const) {
    const { client, backend } = scene(t);
    const done = client.loginByPhone(PHONE);
    await backend.answer('requestCode', new AuthError('too-many-requests', { retryAfter }));
    await assert.rejects(done, { message: `Too many attempts. Try again in ${time}.` });
    assert.equal(client.state.error, `Too many attempts. Try again in ${time}.`);
  }
});
