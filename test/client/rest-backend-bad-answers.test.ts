// Lying servers, seen by the client: every answer ends in an error that is told, loses nothing, and the way goes on.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { RestBackend } from '../../src/client/rest-backend.js';
import { AuthError } from '../../src/core/auth-error.js';
import { settle } from '../support/clock.js';
import { FakeStore, stored } from '../support/fake-backend.js';
import { expectedOf, LIES, WRONG_SESSIONS, type CallName, type LieCase } from '../support/lies.js';
import { envelope, startLyingServer } from '../support/lying-server.js';

const PHONE = '79161234567';
const SESSION = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };

/** What was thrown and nobody caught, in this process. */
const unhandled: unknown[] = [];
process.on('unhandledRejection', reason => unhandled.push(reason));

type Server = Awaited<ReturnType<typeof startLyingServer>>;

/** A client of a server that is honest so far, in the state in which an operation begins. */
async function begin(t: TestContext, server: Server, lie: LieCase, held: FakeStore['stored'] = null) {
  const store = new FakeStore();
  store.stored = held;
  const patient = new RestBackend(server.url);
  const hasty = new RestBackend(server.url, { timeout: 100 });
  // Only what is found out by waiting has a short limit: good answers may take their time on a busy machine.
  const backend = new Proxy(patient, {
    get: (_, name: CallName) => {
      const rest = lie.isSlow && server.lie === lie.lie ? hasty : patient;
      return name in rest ? (rest[name] as (...args: unknown[]) => unknown).bind(rest) : undefined;
    },
  });
  const client = new AuthClient({ baseUrl: server.url, backend, store });
  t.after(() => client.dispose());
  const errors: string[] = [];
  client.observe(notice => notice.type === 'auth-error' && errors.push(notice.failure.code));
  return { client, store, errors };
}

async function awaitCode(client: AuthClient, server: Server): Promise<void> {
  server.say(envelope(200, { cred: `tel:${PHONE}` }));
  await client.registerByPhone(PHONE, 'Anna');
}

/** The operations that a person waits for: how they begin, and their way on. */
const OPERATIONS: Readonly<
  Record<string, [CallName, (c: AuthClient) => Promise<void>, (c: AuthClient) => Promise<void>]>
> = {
  requestCode: ['requestCode', c => c.registerByPhone(PHONE, 'Anna'), c => c.registerByPhone(PHONE, 'Anna')],
  verifyCode: ['verifyCode', c => c.verifyRegistrationSms('123456'), c => c.verifyRegistrationSms('123456')],
  login: ['login', c => c.login('anna', 'correct horse'), c => c.login('anna', 'correct horse')],
  setDisplayName: [
    'setDisplayName',
    c => c.verifyRegistrationSms('', 'Anna'),
    c => c.verifyRegistrationSms('', 'Anna'),
  ],
};

for (const [operation, [call, operate, goOn]] of Object.entries(OPERATIONS)) {
  const cases = call === 'login' || call === 'verifyCode' ? [...LIES, ...WRONG_SESSIONS] : LIES;

  test(`${operation}: ${cases.length} answers that are none, and the way on after each`, async t => {
    const server = await startLyingServer(t);
    for (const lie of cases) {
      const { client, store, errors } = await begin(t, server, lie);
      if (call === 'verifyCode' || call === 'setDisplayName') await awaitCode(client, server);
      if (call === 'setDisplayName') {
        server.say(envelope(200, { ...SESSION, displayName: null }));
        const unnamed = client.loginWithSmsCode('123456');
        // The name that was typed goes by itself; this one is not taken.
        await new Promise<void>(resolve => {
          const end = client.observe(() => client.flow.screen === 'name' && (end(), resolve()));
        });
        server.say(envelope(500));
        await unnamed.catch(() => {});
      }
      const before = client.flow;
      const expected = expectedOf(lie, call);
      // A code is out there: that is no failure of a request for one.
      const isGood = call === 'requestCode' && expected.code === 'too-soon';
      errors.length = 0;
      server.say(lie.lie);
      const done = operate(client);
      if (isGood) await done;
      else
        await assert.rejects(done, (error: unknown) => {
          assert.ok(error instanceof AuthError, `${lie.name}: ${String(error)}`);
          assert.equal(error.code, expected.code, lie.name);
          // A session that has ended is told by the keeper, whichever call found it out.
          if (error.code !== 'session-expired') assert.equal(error.status, expected.status, lie.name);
          assert.equal(client.state.error, error.message, lie.name);
          return true;
        });
      assert.equal(client.state.isLoading, false, lie.name);
      assert.deepEqual(errors, isGood ? [] : [expected.code], lie.name);
      // Nothing is lost: the person stands where they stood, with what they typed.
      const isOver = expected.code === 'blocked' || (call === 'setDisplayName' && expected.code === 'session-expired');
      if (!isGood && !isOver) assert.equal(client.flow.screen, before.screen, lie.name);
      if (call !== 'login') assert.equal(client.flow.phone, PHONE, lie.name);
      if (call !== 'login') assert.equal(client.flow.typedName, 'Anna', lie.name);
      assert.equal(client.state.isAuthenticated, false, lie.name);
      if (call !== 'setDisplayName') assert.equal(store.stored, null, lie.name);

      // And the way on: the same once more, with a server that works.
      if (isGood) continue;
      if (isOver) await awaitCode(client, server);
      server.say(envelope(200, call === 'setDisplayName' && !isOver ? { user: 'u1', displayName: 'Anna' } : SESSION));
      await (isOver ? client.verifyRegistrationSms('123456') : goOn(client));
      assert.equal(client.state.error, null, lie.name);
      assert.equal(client.state.isAuthenticated, call !== 'requestCode' || isOver, lie.name);
    }
  });
}

test(`logout: ${LIES.length} answers that are none, and each resolves with the session deleted`, async t => {
  const server = await startLyingServer(t);
  for (const lie of LIES) {
    const { client, store, errors } = await begin(t, server, lie);
    server.say(envelope(200, SESSION));
    await client.login('anna', 'correct horse');
    server.say(lie.lie);
    await client.logout();
    assert.equal(store.stored, null, lie.name);
    assert.deepEqual([client.state.isAuthenticated, client.state.error, client.state.isLoading], [false, null, false]);
    assert.deepEqual(errors, [], lie.name);
  }
});

const isEnd = (lie: LieCase, call: CallName) => expectedOf(lie, call).code === 'session-expired';

test(`a restored session: ${LIES.length} answers, and only the word of the server ends it`, async t => {
  const server = await startLyingServer(t);
  for (const age of [0, 5000]) {
    for (const lie of LIES) {
      const held = stored({ obtainedAt: Date.now() - age * 1000 });
      const { client, store } = await begin(t, server, lie, held);
      server.say(lie.lie);
      const before = server.requests.length;
      await client.tryAutoLogin();
      // A session that is fresh is checked behind the person's back.
      while (server.requests.length === before) await settle();
      if (isEnd(lie, 'getSession')) {
        while (client.state.isAuthenticated) await settle();
        assert.equal(store.stored, null, lie.name);
      } else {
        assert.deepEqual([client.state.isAuthenticated, client.state.error], [true, null], lie.name);
        assert.equal(store.stored?.token, 'token-1', lie.name);
      }
      client.dispose();
    }
  }
});

test(`a renewal: ${LIES.length + WRONG_SESSIONS.length} answers, and the token that works is never lost`, async t => {
  const server = await startLyingServer(t);
  for (const lie of [...LIES, ...WRONG_SESSIONS]) {
    const { client, store } = await begin(t, server, lie, stored({ obtainedAt: Date.now() - 900_000 }));
    server.say(lie.lie);
    await client.tryAutoLogin();
    const token = await client.getToken();
    if (isEnd(lie, 'renewSession')) {
      assert.equal(token, null, lie.name);
      assert.equal(client.state.isAuthenticated, false, lie.name);
      assert.match(client.state.error ?? '', /session has ended/, lie.name);
    } else {
      assert.equal(token, 'token-1', lie.name);
      assert.deepEqual([client.state.isAuthenticated, client.state.error], [true, null], lie.name);
      assert.equal(store.stored?.token, 'token-1', lie.name);
    }
    client.dispose();
  }
});

test('none of all this was left unhandled', async () => {
  await settle();
  assert.deepEqual(unhandled, []);
});
