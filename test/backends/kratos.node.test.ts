// The adapter for Ory Kratos with recorded answers of its server: each call, and what each answer means. The tests in
// test/backends/kratos/ run it against the server itself.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { KratosBackend, type KratosBackendOptions } from '../../src/backends/kratos.js';
import { AuthClient } from '../../src/client/auth-client.js';
import { FakeStore } from '../support/held-backend.js';
import { failureInTime, failureOf, recordCalls, type RecordedAnswer } from '../support/recorded-answers.js';

const URL_OF_KRATOS = 'https://id.example.com';
const PHONE = '79161234567';
const SIGN_IN = { register: false };
const REGISTER = { register: true };

const DATE = 'Tue, 24 Nov 2026 10:39:06 GMT';
const IDENTITY = { id: 'u1', traits: { phone: `+${PHONE}`, name: 'Anna' } };
const SESSION = {
  id: 's1',
  active: true,
  issued_at: '2026-11-24T10:39:06Z',
  expires_at: '2026-11-25T10:39:06.769839456Z',
  identity: IDENTITY,
};
const DAY = 86_401; // rounded up

const PHONE_NODE = { attributes: { name: 'identifier', value: `+${PHONE}` }, messages: [] };
const csrfNode = (value: string) => ({ attributes: { name: 'csrf_token', value }, messages: [] });
const form = (fields: object = {}, csrf = 'csrf+/=') => ({
  body: { id: 'flow-1', state: 'choose_method', ui: { nodes: [PHONE_NODE, csrfNode(csrf)] }, ...fields },
});
const sent: RecordedAnswer = {
  status: 400,
  body: {
    id: 'flow-1',
    state: 'sent_email',
    ui: {
      nodes: [{ attributes: { name: 'code' }, messages: [{ id: 1070012, type: 'info', text: 'Code.' }] }],
      messages: [{ id: 1040005, type: 'info', text: 'Sent.' }],
    },
  },
};
/** A form with an error message, for the whole form or at a field. */
const refused = (id: number, name?: string, text = 'English.'): RecordedAnswer => {
  const messages = [{ id, type: 'error', text }];
  const node = name === undefined ? csrfNode('') : { attributes: { name }, messages };
  return {
    status: 400,
    body: { id: 'flow-1', state: 'sent_email', ui: { nodes: [node], ...(!name && { messages }) } },
  };
};
const error = (status: number, id?: string, reason?: string): RecordedAnswer => ({
  status,
  body: { error: { id, code: status, reason, message: 'No' } },
});

/** A backend whose server gives these answers, and the calls that it makes. */
function setUp(t: TestContext, answers: RecordedAnswer[], options?: KratosBackendOptions) {
  const calls = recordCalls(t, ...answers);
  return { backend: new KratosBackend(`${URL_OF_KRATOS}//`, options), calls };
}

type Calls = ReturnType<typeof setUp>['calls'];
const linesOf = (calls: Calls) => calls.map(({ line }) => line.replace(URL_OF_KRATOS, ''));
const bodiesOf = (calls: Calls) => calls.flatMap(({ body }) => body ?? []);

test('a code for a sign-in, with a session in a cookie', async t => {
  const { backend, calls } = setUp(t, [form(), sent, { headers: { date: DATE }, body: { session: SESSION } }]);
  const request = await backend.requestCode(PHONE, SIGN_IN);
  assert.deepEqual(request, { state: 'login.flow-1.csrf+/=', resendIn: undefined, attemptsLeft: 5 });
  const session = await backend.verifyCode(PHONE, '123456', { ...SIGN_IN, state: request.state });
  assert.deepEqual(session, { user: 'u1', displayName: 'Anna', expiresIn: DAY, token: undefined, created: false });
  assert.deepEqual(linesOf(calls), [
    'GET /self-service/login/browser',
    'POST /self-service/login?flow=flow-1',
    'POST /self-service/login?flow=flow-1',
  ]);
  assert.deepEqual(bodiesOf(calls), [
    { method: 'code', identifier: `+${PHONE}`, csrf_token: 'csrf+/=' },
    { method: 'code', identifier: `+${PHONE}`, code: '123456', csrf_token: 'csrf+/=' },
  ]);
  assert.deepEqual(new Set(calls.map(({ credentials }) => credentials)), new Set(['include']));
});

test('a number of another country goes out in E.164 with a plus, for a sign-in and for a registration', async t => {
  const { backend, calls } = setUp(t, [form(), sent, form(), sent]);
  await backend.requestCode('375291234567', SIGN_IN);
  await backend.requestCode('375291234567', REGISTER);
  const [signIn, registration] = bodiesOf(calls) as [{ identifier: string }, { traits: object }];
  assert.equal(signIn.identifier, '+375291234567');
  assert.deepEqual(registration.traits, { phone: '+375291234567' });
});

test('a code for a registration, with a session token', async t => {
  const granted = {
    headers: { date: DATE },
    body: { session_token: 'ory_st_1', session: SESSION, identity: IDENTITY },
  };
  const options = { cookies: false, attempts: 3, resendIn: 30, toPhoneNumber: (phone: string) => `+${phone}@sms` };
  const { backend, calls } = setUp(t, [form({}, ''), sent, granted], options);
  const { state, ...request } = await backend.requestCode(PHONE, REGISTER);
  assert.deepEqual([state, request], ['registration.flow-1', { resendIn: 30, attemptsLeft: 3 }]);
  const session = await backend.verifyCode(PHONE, '123456', { ...REGISTER, state });
  assert.deepEqual(session, { user: 'u1', displayName: 'Anna', expiresIn: DAY, token: 'ory_st_1', created: true });
  assert.deepEqual(linesOf(calls), [
    'GET /self-service/registration/api',
    'POST /self-service/registration?flow=flow-1',
    'POST /self-service/registration?flow=flow-1',
  ]);
  const traits = { phone: `+${PHONE}@sms` };
  assert.deepEqual(bodiesOf(calls), [
    { method: 'code', traits },
    { method: 'code', traits, code: '123456' },
  ]);
  assert.deepEqual(new Set(calls.map(({ credentials }) => credentials)), new Set(['omit']));
});

test('a browser that is signed in: its session is ended, and the sign-in begins again, once', async t => {
  const signedIn = error(400, 'session_already_available');
  const logout = { body: { logout_token: 'out' } };
  const { backend, calls } = setUp(t, [signedIn, logout, { status: 204 }, form(), sent]);
  assert.equal((await backend.requestCode(PHONE, SIGN_IN)).state, 'login.flow-1.csrf+/=');
  assert.deepEqual(linesOf(calls), [
    'GET /self-service/login/browser',
    'GET /self-service/logout/browser',
    'GET /self-service/logout?token=out',
    'GET /self-service/login/browser',
    'POST /self-service/login?flow=flow-1',
  ]);
  const { backend: other } = setUp(t, [signedIn, logout, { status: 204 }, signedIn]);
  assert.deepEqual(await failureOf(other.requestCode(PHONE, SIGN_IN)), { code: 'refused', status: 400 });
});

test('a sign-in over a session that fails has ended that session, which the next look for it tells', async t => {
  const whoami = { headers: { date: DATE }, body: SESSION };
  const ended = [error(400, 'session_already_available'), { body: { logout_token: 'out' } }, { status: 204 }];
  const { backend } = setUp(t, [whoami, ...ended, form(), refused(4000006), error(401)]);
  const store = new FakeStore();
  const client = new AuthClient({ backend, store });
  t.after(() => client.dispose());
  await client.tryAutoLogin();
  await assert.rejects(client.login('anna', 'wrong'), { code: 'wrong-credentials' });
  assert.equal(client.state.isAuthenticated, true);
  client.dispose();
  const later = new AuthClient({ backend, store });
  t.after(() => later.dispose());
  const signedOut = new Promise(resolve => {
    later.observe(notice => notice.type === 'auth-signed-out' && resolve(notice.reason));
  });
  await later.tryAutoLogin();
  assert.equal(await signedOut, 'session-expired');
  assert.equal(later.state.isAuthenticated, false);
});

test('a registration without the hook `session` signs nobody in', async t => {
  const { backend } = setUp(t, [{ body: { identity: IDENTITY } }]);
  assert.equal(await backend.verifyCode(PHONE, '123456', { ...REGISTER, state: 'registration.flow-1.csrf' }), null);
  const { backend: other } = setUp(t, [form(), { body: { identity: IDENTITY } }]);
  assert.deepEqual(await failureOf(other.login('anna', 'secret', REGISTER)), { code: 'no-session', status: 200 });
});

test('a code without a request is too old, and nothing is sent', async t => {
  for (const state of [undefined, '', 'login']) {
    const { backend, calls } = setUp(t, []);
    assert.deepEqual(await failureOf(backend.verifyCode(PHONE, '1', { ...SIGN_IN, state })), { code: 'code-expired' });
    assert.deepEqual(calls, []);
  }
});

test('the attempts are counted, and the last wrong code ends them', async t => {
  for (const [attemptsLeft, expected] of [
    [undefined, { code: 'wrong-code', attemptsLeft: 4 }],
    [3, { code: 'wrong-code', attemptsLeft: 2 }],
    [1, { code: 'code-expired', attemptsLeft: 0 }],
    [0, { code: 'code-expired', attemptsLeft: 0 }],
  ] as const) {
    const { backend } = setUp(t, [refused(4010008)]);
    const verifying = backend.verifyCode(PHONE, '1', { ...SIGN_IN, state: 'login.flow-1.csrf', attemptsLeft });
    assert.deepEqual(await failureOf(verifying), { ...expected, status: 400 });
  }
});

test('what the server says of a code', async t => {
  for (const [answer, expected] of [
    [refused(4000007), { code: 'account-exists', status: 400 }],
    [refused(4000028), { code: 'account-exists', status: 400 }],
    [refused(4000036), { code: 'code-expired', status: 400 }],
    [refused(4010002), { code: 'code-expired', status: 400 }],
    [refused(4010003), { code: 'code-expired', status: 400 }],
    [refused(4010007), { code: 'code-expired', status: 400 }],
    [refused(4040002), { code: 'code-expired', status: 400 }],
    [refused(4040003), { code: 'wrong-code', status: 400, attemptsLeft: 4 }],
    [refused(4000001, undefined, 'The request was submitted too often.'), { code: 'code-expired', status: 400 }],
    [error(400, undefined, 'The request was submitted too often.'), { code: 'code-expired', status: 400 }],
    [error(403, 'security_csrf_violation'), { code: 'code-expired', status: 403 }],
    [error(410, 'self_service_flow_expired'), { code: 'code-expired', status: 410 }],
    [error(401, undefined, 'This account was disabled.'), { code: 'refused', status: 401 }],
    [error(422, 'browser_location_change_required'), { code: 'refused', status: 422 }],
    [{ body: { session: null } }, { code: 'invalid-response', status: 200 }],
  ] as const) {
    const { backend } = setUp(t, [answer]);
    const verifying = backend.verifyCode(PHONE, '1', { ...SIGN_IN, state: 'login.flow-1.csrf' });
    assert.deepEqual(await failureOf(verifying), expected, JSON.stringify(answer));
  }
});

test('what the server says of a request for a code', async t => {
  for (const [answer, expected] of [
    [refused(4000035), { code: 'unknown-user', status: 400 }],
    [refused(4000037), { code: 'unknown-user', status: 400 }],
    [refused(4010002), { code: 'refused', status: 400 }],
    [refused(4000004, 'traits.phone'), { code: 'policy', field: 'login', status: 400 }],
    [error(403, 'security_csrf_violation'), { code: 'invalid-request', status: 403 }],
    [error(400, 'identity_disabled'), { code: 'refused', status: 400 }],
    [
      { status: 429, headers: { 'retry-after': '7' }, body: {} },
      { code: 'too-many-requests', status: 429, retryAfter: 7 },
    ],
    [error(500), { code: 'server', status: 500 }],
    [
      { status: 403, body: '<p>Proxy</p>' },
      { code: 'invalid-request', status: 403 },
    ],
    [
      { status: 401, body: '<p>Portal</p>' },
      { code: 'invalid-response', status: 401 },
    ],
    [
      { status: 400, body: { message: 'no Route matched' } },
      { code: 'invalid-request', status: 400 },
    ],
    // A form that asks for something else has sent no code.
    [
      { status: 400, body: { id: 'f', state: 'choose_method', ui: { nodes: [] } } },
      { code: 'invalid-response', status: 400 },
    ],
  ] as const) {
    const { backend } = setUp(t, [form(), answer]);
    assert.deepEqual(await failureOf(backend.requestCode(PHONE, SIGN_IN)), expected, JSON.stringify(answer));
  }
});

test('a form that cannot be filled in', async t => {
  for (const answer of [form({ id: 'two\nlines' }), form({ ui: { nodes: [] } }), form({ ui: null }), form({}, '')]) {
    const { backend, calls } = setUp(t, [answer]);
    const failure = await failureOf(backend.requestCode(PHONE, SIGN_IN));
    assert.deepEqual([failure, calls.length], [{ code: 'invalid-response', status: 200 }, 1]);
  }
});

test('a form that is asked for again without a reason', async t => {
  const { backend } = setUp(t, [form(), { ...sent, status: 422 }]);
  assert.deepEqual(await failureOf(backend.requestCode(PHONE, SIGN_IN)), { code: 'invalid-request', status: 422 });
  const { backend: other } = setUp(t, [form(), { ...form(), status: 400 }]);
  assert.deepEqual(await failureOf(other.login('anna', 'secret', SIGN_IN)), { code: 'invalid-request', status: 400 });
});

test('a call that is cancelled ends, whichever request it waits for', async t => {
  const signedIn = error(400, 'session_already_available');
  for (const before of [[], [signedIn], [form()]])
    for (const name of ['requestCode', 'login'] as const) {
      const controller = new AbortController();
      const { backend, calls } = setUp(t, [...before, { isHeld: true }]);
      const options = { ...SIGN_IN, signal: controller.signal };
      const failed = assert.rejects(
        name === 'login' ? backend.login('anna', 'secret', options) : backend.requestCode(PHONE, options),
      );
      while (calls.length <= before.length) await new Promise(resolve => setImmediate(resolve));
      controller.abort();
      await failed;
    }
});

test('a sign-in without the token that the app asked for', async t => {
  const { backend } = setUp(t, [form(), { headers: { date: DATE }, body: { session: SESSION } }], { cookies: false });
  assert.equal((await failureOf(backend.login('anna', 'secret', SIGN_IN))).code, 'invalid-response');
});

test('a password: a sign-in, and registrations with a username, an email address and traits of the site', async t => {
  const { backend, calls } = setUp(t, [form(), { headers: { date: DATE }, body: { session: SESSION } }]);
  assert.equal((await backend.login('anna', ' Secret ', SIGN_IN)).user, 'u1');
  assert.deepEqual(linesOf(calls), ['GET /self-service/login/browser', 'POST /self-service/login?flow=flow-1']);
  assert.deepEqual(bodiesOf(calls)[0], {
    method: 'password',
    identifier: 'anna',
    password: ' Secret ',
    csrf_token: 'csrf+/=',
  });
  for (const [login, traits, toTraits] of [
    ['anna', { username: 'anna' }, undefined],
    ['anna@example.com', { email: 'anna@example.com' }, undefined],
    ['anna', { nick: 'anna' }, ({ login: nick }: { login?: string }) => ({ nick })],
  ] as const) {
    const answers = [form(), { headers: { date: DATE }, body: { session: SESSION, identity: IDENTITY } }];
    const { backend: other, calls: made } = setUp(t, answers, { toTraits });
    assert.equal((await other.login(login, 'secret', REGISTER)).created, true);
    assert.deepEqual((bodiesOf(made)[0] as { traits: object }).traits, traits);
  }
});

test('a registration with a login that is taken signs in, and any other refusal is an error', async t => {
  const signedIn = { headers: { date: DATE }, body: { session: SESSION } };
  const { backend, calls } = setUp(t, [form(), refused(4000007), form(), signedIn]);
  const session = await backend.login('anna', 'secret', REGISTER);
  assert.deepEqual([session.user, session.created, calls.length], ['u1', false, 4]);
  const { backend: other } = setUp(t, [form(), refused(4000007), form(), refused(4000006)]);
  assert.deepEqual(await failureOf(other.login('anna', 'x', REGISTER)), { code: 'wrong-credentials', status: 400 });
  const { backend: third, calls: made } = setUp(t, [form(), refused(4000032, 'password')]);
  const failure = await failureOf(third.login('anna', 'x', REGISTER));
  assert.deepEqual([failure, made.length], [{ code: 'policy', field: 'password', status: 400 }, 2]);
});

test('the sentence for a refusal or a broken rule is the page’s', async t => {
  const heard: string[][] = [];
  const toText = (...said: string[]) => (heard.push(said), `« ${said[0]!} »`);
  const { backend } = setUp(t, [form(), refused(4000032, 'password', 'Too short.')], { toText });
  const policy = { code: 'policy', field: 'password', status: 400, text: '« 4000032 »' };
  assert.deepEqual(await failureOf(backend.login('anna', 'x', REGISTER)), policy);
  const { backend: other } = setUp(t, [error(400, 'identity_disabled', 'Signed in.')], { toText });
  const refusal = { code: 'refused', status: 400, text: '« identity_disabled »' };
  assert.deepEqual(await failureOf(other.requestCode(PHONE, SIGN_IN)), refusal);
  const { backend: third } = setUp(t, [form(), refused(4000006)], { toText });
  assert.deepEqual(await failureOf(third.login('anna', 'x', SIGN_IN)), { code: 'wrong-credentials', status: 400 });
  assert.deepEqual(heard, [
    ['4000032', 'Too short.'],
    ['identity_disabled', 'Signed in.'],
  ]);
});

test('the sentence for a refusal that the server does not name', async t => {
  const asked: string[][] = [];
  const toText = (...args: [string, string]) => {
    asked.push(args);
    return 'Own';
  };
  const { backend } = setUp(t, [form(), error(403)], { toText });
  assert.equal((await failureOf(backend.requestCode(PHONE, SIGN_IN))).text, 'Own');
  assert.deepEqual(asked, [['', '']]);
});

test('the session: whose it is, and how long it lasts by the clock of the server', async t => {
  const whoami = { headers: { date: DATE }, body: SESSION };
  const { backend, calls } = setUp(t, [whoami, whoami, { body: SESSION }], { cookies: false });
  assert.deepEqual(await backend.getSession('ory_st_1', {}), { user: 'u1', displayName: 'Anna', expiresIn: DAY });
  const renewed = { user: 'u1', displayName: 'Anna', expiresIn: DAY, token: 'ory_st_1' };
  assert.deepEqual(await backend.renewSession('ory_st_1', {}), renewed);
  // The page can't read the clock of the server.
  assert.equal((await backend.getSession('ory_st_1', {})).expiresIn, undefined);
  assert.deepEqual(linesOf(calls), Array(3).fill('GET /sessions/whoami'));
  assert.deepEqual(calls[0]!.headers, { 'x-session-token': 'ory_st_1' });
  assert.equal(backend.findSession, undefined);
});

test('a session that is about to end lasts for a second, and a sign-in without a `Date` begins when it was issued', async t => {
  const brief = { ...SESSION, expires_at: '2026-11-24T10:39:06.1Z' };
  const { backend } = setUp(t, [{ headers: { date: DATE }, body: brief }]);
  assert.equal((await backend.getSession(null, {})).expiresIn, 1);
  const { backend: other } = setUp(t, [{ body: { session: SESSION } }]);
  const session = await other.verifyCode(PHONE, '1', { ...SIGN_IN, state: 'login.flow-1.csrf' });
  assert.equal(session!.expiresIn, DAY);
});

test('the end of a session: a 401 of Kratos, not one of a proxy', async t => {
  const ended = error(401, undefined, 'No valid session credentials found in the request.');
  for (const [answer, code] of [
    [ended, 'session-expired'],
    [error(401, 'session_inactive'), 'session-expired'],
    [{ status: 401, body: { message: 'Unauthorized' } }, 'invalid-request'],
    [{ status: 401, body: '' }, 'invalid-response'],
    [error(403, 'session_aal2_required'), 'refused'],
    [{ status: 403, body: { error: { code: 401 } } }, 'refused'],
  ] as const) {
    for (const ask of ['getSession', 'renewSession'] as const) {
      const { backend } = setUp(t, [answer]);
      assert.equal((await failureOf(backend[ask](null, {}))).code, code);
    }
    const { backend } = setUp(t, [answer]);
    assert.equal((await failureOf(backend.setDisplayName(null, 'Anna', {}))).code, code);
  }
  const { backend } = setUp(t, [ended, error(500), { headers: { date: DATE }, body: SESSION }]);
  assert.equal(await backend.findSession!({}), null);
  assert.equal((await failureOf(backend.findSession!({}))).code, 'server');
  assert.equal((await backend.findSession!({}))!.user, 'u1');
});

test('a sign-out: with a token, and with the token for it that a cookie gets', async t => {
  const { backend, calls } = setUp(t, [{ status: 204 }], { cookies: false });
  await backend.endSession('ory_st_1', {});
  assert.deepEqual(linesOf(calls), ['DELETE /self-service/logout/api']);
  assert.deepEqual(bodiesOf(calls), [{ session_token: 'ory_st_1' }]);
  const { backend: other, calls: made } = setUp(t, [{ body: { logout_token: 'ory_lo_1' } }, { status: 204 }]);
  await other.endSession(null, {});
  assert.deepEqual(linesOf(made), ['GET /self-service/logout/browser', 'GET /self-service/logout?token=ory_lo_1']);
  for (const { keepalive } of [...calls, ...made]) assert.equal(keepalive, true);
  const { backend: third } = setUp(t, [{ body: { logout_token: 'two\nlines' } }]);
  assert.equal((await failureOf(third.endSession(null, {}))).code, 'invalid-response');
});

test('a name: all traits are sent, because the server replaces them', async t => {
  const settings = form({ identity: { ...IDENTITY, traits: { phone: `+${PHONE}` } } });
  const { backend, calls } = setUp(t, [settings, { body: { identity: IDENTITY, state: 'success' } }]);
  assert.deepEqual(await backend.setDisplayName(null, 'Anna', {}), { user: 'u1', displayName: 'Anna' });
  assert.deepEqual(linesOf(calls), ['GET /self-service/settings/browser', 'POST /self-service/settings?flow=flow-1']);
  const traits = { phone: `+${PHONE}`, name: 'Anna' };
  assert.deepEqual(bodiesOf(calls), [{ method: 'profile', traits, csrf_token: 'csrf+/=' }]);
  const { backend: other } = setUp(t, [settings, refused(4000017, 'traits.name')]);
  const policy = { code: 'policy', field: 'displayName', status: 400 };
  assert.deepEqual(await failureOf(other.setDisplayName(null, 'x', {})), policy);
  const { backend: third } = setUp(t, [form()]);
  assert.equal((await failureOf(third.setDisplayName(null, 'x', {}))).code, 'invalid-response');
});

test('another trait for the name, and none', async t => {
  const identity = { id: 'u1', traits: { nick: 'Anna' } };
  const whoami = { body: { ...SESSION, identity } };
  const { backend } = setUp(t, [whoami, { body: { ...SESSION, identity: { id: 'u1' } } }], { nameTrait: 'nick' });
  assert.equal((await backend.getSession(null, {})).displayName, 'Anna');
  assert.equal((await backend.getSession(null, {})).displayName, null);
  const { backend: other } = setUp(t, [whoami], { nameTrait: null });
  assert.equal((await other.getSession(null, {})).displayName, undefined);
});

test('a method that makes several calls ends after the time limit, not each of them', async t => {
  const methods: readonly [string, RecordedAnswer, (backend: KratosBackend) => Promise<unknown>][] = [
    ['requestCode', form(), backend => backend.requestCode(PHONE, SIGN_IN)],
    ['login', form(), backend => backend.login('anna', 'horse', SIGN_IN)],
    ['register', form(), backend => backend.login('anna', 'horse', REGISTER)],
    ['endSession', { body: { logout_token: 'logout-1' } }, backend => backend.endSession(null, {})],
    ['setDisplayName', form({ identity: IDENTITY }), backend => backend.setDisplayName(null, 'Anna', {})],
  ];
  for (const [name, first, call] of methods) {
    const failure = await failureInTime(t, first, (answers, timeout) => call(setUp(t, answers, { timeout }).backend));
    assert.deepEqual(failure, { code: 'timeout' }, name);
  }
});

test('endSession: a session in a cookie that is already over is no failure', async t => {
  const { backend, calls } = setUp(t, [error(401, 'session_inactive')]);
  await backend.endSession(null, {});
  assert.equal(calls.length, 1);
});
