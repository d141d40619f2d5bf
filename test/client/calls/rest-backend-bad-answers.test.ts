// Bad answers of a server, through a client: each ends in the right error, what was typed stays, and the same operation
// can be done again (docs/protocol.md#reading-other-servers).
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { settle } from '../../support/clock.js';
import { FakeStore, stored } from '../../support/held-backend.js';
import {
  expectedError,
  BAD_ANSWERS,
  INVALID_SESSIONS,
  type CallName,
  type BadAnswer,
} from '../../support/bad-answers.js';
import { envelope, startRawServer } from '../../support/raw-server.js';

const PHONE = '79161234567';
const SESSION = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };

/** Unhandled rejections of this process. */
const unhandled: unknown[] = [];
process.on('unhandledRejection', reason => unhandled.push(reason));

type Server = Awaited<ReturnType<typeof startRawServer>>;

/** A client of the server, with a short timeout for the bad answer if that never ends. */
function begin(t: TestContext, server: Server, badAnswer: BadAnswer, storedSession: FakeStore['stored'] = null) {
  const store = new FakeStore();
  store.stored = storedSession;
  const normal = new RestBackend(server.url);
  const withShortTimeout = new RestBackend(server.url, { timeout: 100 });
  // Other answers keep the long timeout, because they can be slow on a busy machine.
  const backend = new Proxy(normal, {
    get: (_, name: CallName) => {
      const rest = badAnswer.endsByTimeout && server.reply === badAnswer.reply ? withShortTimeout : normal;
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
  server.replyWith(envelope(200, { cred: `tel:${PHONE}` }));
  await client.registerByPhone(PHONE, 'Anna');
}

/** Operations: the call of the backend, how to start it, and how to do it again. */
const OPERATIONS: Readonly<
  Record<string, [CallName, (c: AuthClient) => Promise<void>, (c: AuthClient) => Promise<void>]>
> = {
  requestCode: ['requestCode', c => c.registerByPhone(PHONE, 'Anna'), c => c.registerByPhone(PHONE, 'Anna')],
  verifyCode: [
    'verifyCode',
    c => c.verifyRegistrationSms('123456'),
    // The client does not send a code again that the server has rejected.
    c => c.verifyRegistrationSms(c.flow.failure?.code === 'wrong-code' ? '654321' : '123456'),
  ],
  login: ['login', c => c.login('anna', 'correct horse'), c => c.login('anna', 'correct horse')],
  setDisplayName: [
    'setDisplayName',
    c => c.verifyRegistrationSms('', 'Anna'),
    c => c.verifyRegistrationSms('', 'Anna'),
  ],
};

for (const [operation, [call, operate, goOn]] of Object.entries(OPERATIONS)) {
  const cases = call === 'login' || call === 'verifyCode' ? [...BAD_ANSWERS, ...INVALID_SESSIONS] : BAD_ANSWERS;

  test(`${operation}: ${cases.length} bad answers, and the same operation again after each`, async t => {
    const server = await startRawServer(t);
    for (const badAnswer of cases) {
      const { client, store, errors } = begin(t, server, badAnswer);
      if (call === 'verifyCode' || call === 'setDisplayName') await awaitCode(client, server);
      if (call === 'setDisplayName') {
        server.replyWith(envelope(200, { ...SESSION, displayName: null }));
        const unnamed = client.loginWithSmsCode('123456');
        // The name from the registration is sent at once; that call fails.
        await new Promise<void>(resolve => {
          const end = client.observe(() => {
            if (client.flow.screen !== 'name') return;
            end();
            resolve();
          });
        });
        server.replyWith(envelope(500));
        await unnamed.catch(() => {});
      }
      const before = client.flow;
      const expected = expectedError(badAnswer, call);
      // `too-soon`: a code was sent shortly before, so the operation succeeds.
      const isGood = call === 'requestCode' && expected.code === 'too-soon';
      errors.length = 0;
      server.replyWith(badAnswer.reply);
      const done = operate(client);
      if (isGood) await done;
      else
        await assert.rejects(done, (error: unknown) => {
          assert.ok(error instanceof AuthError, `${badAnswer.name}: ${String(error)}`);
          assert.equal(error.code, expected.code, badAnswer.name);
          // The session keeper reports that a session has ended, without the status of the call.
          if (error.code !== 'session-expired') assert.equal(error.status, expected.status, badAnswer.name);
          assert.equal(client.state.error, error.message, badAnswer.name);
          return true;
        });
      assert.equal(client.state.isLoading, false, badAnswer.name);
      assert.deepEqual(errors, isGood ? [] : [expected.code], badAnswer.name);
      // The screen and what was typed stay.
      const isOver = expected.code === 'blocked' || (call === 'setDisplayName' && expected.code === 'session-expired');
      if (!isGood && !isOver) assert.equal(client.flow.screen, before.screen, badAnswer.name);
      if (call !== 'login') assert.equal(client.flow.phone, PHONE, badAnswer.name);
      if (call !== 'login') assert.equal(client.flow.typedName, 'Anna', badAnswer.name);
      assert.equal(client.state.isAuthenticated, false, badAnswer.name);
      if (call !== 'setDisplayName') assert.equal(store.stored, null, badAnswer.name);

      // The same operation again, with a good answer.
      if (isGood) continue;
      if (isOver) await awaitCode(client, server);
      server.replyWith(
        envelope(200, call === 'setDisplayName' && !isOver ? { user: 'u1', displayName: 'Anna' } : SESSION),
      );
      await (isOver ? client.verifyRegistrationSms('123456') : goOn(client));
      assert.equal(client.state.error, null, badAnswer.name);
      assert.equal(client.state.isAuthenticated, call !== 'requestCode' || isOver, badAnswer.name);
    }
  });
}

test(`logout: ${BAD_ANSWERS.length} bad answers, and each resolves with the session deleted`, async t => {
  const server = await startRawServer(t);
  for (const badAnswer of BAD_ANSWERS) {
    const { client, store, errors } = begin(t, server, badAnswer);
    server.replyWith(envelope(200, SESSION));
    await client.login('anna', 'correct horse');
    server.replyWith(badAnswer.reply);
    await client.logout();
    assert.equal(store.stored, null, badAnswer.name);
    assert.deepEqual([client.state.isAuthenticated, client.state.error, client.state.isLoading], [false, null, false]);
    assert.deepEqual(errors, [], badAnswer.name);
  }
});

const isEnd = (badAnswer: BadAnswer, call: CallName) => expectedError(badAnswer, call).code === 'session-expired';

test(`a restored session: ${BAD_ANSWERS.length} bad answers, and only session-expired ends it`, async t => {
  const server = await startRawServer(t);
  for (const age of [0, 5000]) {
    for (const badAnswer of BAD_ANSWERS) {
      const storedSession = stored({ obtainedAt: Date.now() - age * 1000 });
      const { client, store } = begin(t, server, badAnswer, storedSession);
      server.replyWith(badAnswer.reply);
      const before = server.requests.length;
      await client.tryAutoLogin();
      // A fresh session is checked in the background.
      while (server.requests.length === before) await settle();
      if (isEnd(badAnswer, 'getSession')) {
        while (client.state.isAuthenticated) await settle();
        assert.equal(store.stored, null, badAnswer.name);
      } else {
        assert.deepEqual([client.state.isAuthenticated, client.state.error], [true, null], badAnswer.name);
        assert.equal(store.stored?.token, 'token-1', badAnswer.name);
      }
      client.dispose();
    }
  }
});

test(`a renewal: ${BAD_ANSWERS.length + INVALID_SESSIONS.length} bad answers, and only session-expired loses the token`, async t => {
  const server = await startRawServer(t);
  for (const badAnswer of [...BAD_ANSWERS, ...INVALID_SESSIONS]) {
    const { client, store } = begin(t, server, badAnswer, stored({ obtainedAt: Date.now() - 900_000 }));
    server.replyWith(badAnswer.reply);
    await client.tryAutoLogin();
    const token = await client.getToken();
    if (isEnd(badAnswer, 'renewSession')) {
      assert.equal(token, null, badAnswer.name);
      assert.equal(client.state.isAuthenticated, false, badAnswer.name);
      assert.match(client.state.error ?? '', /session has ended/, badAnswer.name);
    } else {
      assert.equal(token, 'token-1', badAnswer.name);
      assert.deepEqual([client.state.isAuthenticated, client.state.error], [true, null], badAnswer.name);
      assert.equal(store.stored?.token, 'token-1', badAnswer.name);
    }
    client.dispose();
  }
});

test('no rejection was left unhandled', async () => {
  await settle();
  assert.deepEqual(unhandled, []);
});
