// The adapter for better-auth with recorded answers of its server: each call, and what each answer means. The other tests of
// better-auth in this folder run it against the server itself.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { BetterAuthBackend, type BetterAuthOptions } from '../../src/backends/better-auth.js';
import { failureInTime, failureOf, recordCalls, type RecordedAnswer } from '../support/recorded-answers.js';

const BASE = 'https://example.com/api/auth';
const PHONE = '79161234567';
const OPTIONS = { register: false };
const DATE = 'Thu, 01 Jan 2026 00:00:00 GMT';
const EXPIRES = '2026-01-01T01:00:00.900Z';
const USER = { id: 'u1', name: 'Anna', phoneNumber: `+${PHONE}` };
/** What a call that signs in answers. */
const SIGNED_IN = { token: 'token-1', user: USER };
/** What `/get-session` answers. */
const SESSION = { session: { expiresAt: EXPIRES, updatedAt: '2025-12-31T23:59:00Z' }, user: USER };
const GRANTED = { user: 'u1', displayName: 'Anna', expiresIn: undefined, token: 'token-1' };
const RENEWED = { user: 'u1', displayName: 'Anna', expiresIn: 3600, token: 'token-1' };

function setUp(t: TestContext, answers: RecordedAnswer[], options?: BetterAuthOptions) {
  const calls = recordCalls(t, ...answers);
  return { backend: new BetterAuthBackend(BASE, options), calls };
}

const essence = ({ line, headers, body }: { line: string; headers: object; body: unknown }) => ({
  line: line.replace(BASE, ''),
  headers,
  body,
});
const linesOf = (calls: readonly { line: string }[]) => calls.map(({ line }) => line.replace(BASE, ''));

const refusal = (status: number, code?: string, message?: string, headers = {}): RecordedAnswer => ({
  status,
  headers,
  body: { code, message },
});

test('the address: relative to the page, and without slashes at its end', async t => {
  const calls = recordCalls(t, ...Array.from({ length: 3 }, () => ({ body: {} })));
  await new BetterAuthBackend().endSession('token-1', {});
  await new BetterAuthBackend(`${BASE}//`).endSession('token-1', {});
  await new BetterAuthBackend('/a//b/').endSession('token-1', {});
  assert.deepEqual(
    calls.map(({ line }) => line),
    ['POST /api/auth/sign-out', `POST ${BASE}/sign-out`, 'POST /a//b/sign-out'],
  );
});

test('requestCode: what the server has been set to', async t => {
  const { backend, calls } = setUp(t, [{ body: {} }]);
  assert.deepEqual(await backend.requestCode(PHONE, { register: true }), {
    codeLength: undefined,
    resendIn: undefined,
    attemptsLeft: 3,
  });
  assert.deepEqual(essence(calls[0]!), {
    line: 'POST /phone-number/send-otp',
    headers: {},
    body: { phoneNumber: `+${PHONE}`, register: true },
  });
  assert.deepEqual([calls[0]!.credentials, calls[0]!.keepalive], ['omit', false]);

  const settings = { codeLength: 4, resendIn: 90, attempts: 5, toPhoneNumber: (phone: string) => `8${phone.slice(1)}` };
  const other = setUp(t, [{ body: {} }], settings);
  assert.deepEqual(await other.backend.requestCode(PHONE, { register: false, challengeSolution: 'solved' }), {
    codeLength: 4,
    resendIn: 90,
    attemptsLeft: 5,
  });
  assert.deepEqual(essence(other.calls[0]!), {
    line: 'POST /phone-number/send-otp',
    headers: { 'x-captcha-response': 'solved' },
    body: { phoneNumber: '89161234567', register: false },
  });
});

test('a number of another country goes out in E.164 with a plus, for the code and for its check', async t => {
  const { backend, calls } = setUp(t, [{ body: {} }, { body: SIGNED_IN }]);
  await backend.requestCode('375291234567', OPTIONS);
  await backend.verifyCode('375291234567', '123456', OPTIONS);
  assert.deepEqual(
    calls.map(({ body }) => (body as { phoneNumber: string }).phoneNumber),
    ['+375291234567', '+375291234567'],
  );
});

test('requestCode: a number without an account, and a failure of the SMS', async t => {
  const gone = refusal(400, 'PHONE_NUMBER_NOT_EXIST', 'No account');
  const { backend } = setUp(t, [gone, gone, refusal(500), refusal(503, 'ANYTHING', 'Down')]);
  const request = (register: boolean) => failureOf(backend.requestCode(PHONE, { register }));
  assert.deepEqual(await request(false), { code: 'unknown-user', status: 400 });
  assert.deepEqual(await request(true), { code: 'refused', status: 400 });
  assert.deepEqual(await request(true), { code: 'sms-failed', status: 500 });
  assert.deepEqual(await request(true), { code: 'sms-failed', status: 503 });
});

test('verifyCode: the session, with the signed token of the header if it can be read', async t => {
  const answers = [
    { body: SIGNED_IN },
    { body: SIGNED_IN, headers: { 'set-auth-token': 'signed.token' } },
    { body: { token: null, user: USER } },
  ];
  const { backend, calls } = setUp(t, answers);
  assert.deepEqual(await backend.verifyCode(PHONE, '123456', OPTIONS), GRANTED);
  assert.deepEqual(await backend.verifyCode(PHONE, '123456', OPTIONS), { ...GRANTED, token: 'signed.token' });
  assert.equal(await backend.verifyCode(PHONE, '123456', OPTIONS), null, 'confirmed, but nobody is signed in');
  assert.deepEqual(essence(calls[0]!), {
    line: 'POST /phone-number/verify',
    headers: {},
    body: { phoneNumber: `+${PHONE}`, code: '123456' },
  });
});

test('verifyCode: a wrong code costs a try, and the last one the code', async t => {
  const wrong = refusal(400, 'INVALID_OTP', 'Invalid OTP');
  const verify = async (attemptsLeft?: number, options?: BetterAuthOptions) => {
    const { backend } = setUp(t, [wrong], options);
    return failureOf(backend.verifyCode(PHONE, '1', { ...OPTIONS, attemptsLeft }));
  };
  assert.deepEqual(await verify(), { code: 'wrong-code', status: 400, attemptsLeft: 2 });
  assert.deepEqual(await verify(undefined, { attempts: 5 }), { code: 'wrong-code', status: 400, attemptsLeft: 4 });
  assert.deepEqual(await verify(2), { code: 'wrong-code', status: 400, attemptsLeft: 1 });
  assert.deepEqual(await verify(1), { code: 'code-expired', status: 400, attemptsLeft: 0 });
  assert.deepEqual(await verify(0), { code: 'code-expired', status: 400, attemptsLeft: 0 });
});

test('verifyCode: any other refusal is the result', async t => {
  const answers = [refusal(400, 'OTP_EXPIRED'), refusal(500, 'FAILED_TO_UPDATE_USER', 'No account'), refusal(500)];
  const { backend } = setUp(t, answers);
  const verify = () => failureOf(backend.verifyCode(PHONE, '1', { ...OPTIONS, attemptsLeft: 3 }));
  assert.deepEqual(await verify(), { code: 'code-expired', status: 400 });
  assert.deepEqual(await verify(), { code: 'refused', status: 500 });
  assert.deepEqual(await verify(), { code: 'server', status: 500 });
});

test('login: an email address or a user name', async t => {
  const { backend, calls } = setUp(t, [
    { body: SIGNED_IN },
    { body: SIGNED_IN },
    { body: { token: null, user: USER } },
  ]);
  assert.deepEqual(await backend.login('anna@mail.test', 'horse', OPTIONS), GRANTED);
  assert.deepEqual(await backend.login('anna', 'horse', { register: false, challengeSolution: 'solved' }), GRANTED);
  assert.deepEqual(calls.map(essence), [
    { line: 'POST /sign-in/email', headers: {}, body: { email: 'anna@mail.test', password: 'horse' } },
    {
      line: 'POST /sign-in/username',
      headers: { 'x-captcha-response': 'solved' },
      body: { username: 'anna', password: 'horse' },
    },
  ]);
  assert.deepEqual(await failureOf(backend.login('anna', 'horse', OPTIONS)), { code: 'no-session', status: 200 });
});

test('login: no account can have a login or password that breaks a rule', async t => {
  const answers = [
    refusal(400, 'PASSWORD_TOO_SHORT', 'Short'),
    refusal(403, 'VERIFICATION_FAILED'),
    refusal(401, 'NO'),
  ];
  const { backend } = setUp(t, answers);
  const login = () => failureOf(backend.login('anna', 'x', { register: false }));
  assert.deepEqual(await login(), { code: 'wrong-credentials', status: 400 });
  assert.deepEqual(await login(), { code: 'challenge', status: 403, challenge: { type: 'captcha' } });
  assert.deepEqual(await login(), { code: 'refused', status: 401 });
});

test('login with register: a new account', async t => {
  const toEmail = (login: string) => `${login}@login.invalid`;
  const { backend, calls } = setUp(t, [{ body: SIGNED_IN }, { body: SIGNED_IN }], {
    toEmail,
  });
  const register = (login: string) => backend.login(login, 'horse', { register: true });
  assert.deepEqual(await register('anna@mail.test'), { ...GRANTED, created: true });
  assert.deepEqual(await register('anna'), { ...GRANTED, created: true });
  assert.deepEqual(calls.map(essence), [
    {
      line: 'POST /sign-up/email',
      headers: {},
      body: { email: 'anna@mail.test', password: 'horse', name: 'anna@mail.test' },
    },
    {
      line: 'POST /sign-up/email',
      headers: {},
      body: { email: 'anna@login.invalid', password: 'horse', name: 'anna', username: 'anna' },
    },
  ]);
});

test('login with register: a server that opens no session, nor says whether the login is a new one, is asked to sign in', async t => {
  const silent = { body: { token: null, user: USER } };
  const { backend, calls } = setUp(t, [
    ...[silent, { body: SIGNED_IN }],
    ...[silent, refusal(401, 'INVALID_EMAIL_OR_PASSWORD')],
    ...[silent, refusal(403, 'EMAIL_NOT_VERIFIED', 'Email not verified')],
  ]);
  const register = () => backend.login('anna@mail.test', 'horse', { register: true });
  assert.deepEqual(await register(), GRANTED);
  assert.deepEqual(linesOf(calls), ['POST /sign-up/email', 'POST /sign-in/email']);
  assert.deepEqual(await failureOf(register()), { code: 'wrong-credentials', status: 401 });
  assert.deepEqual(await failureOf(register()), { code: 'refused', status: 403, text: 'Email not verified' });
});

test('a method that makes several calls ends after the time limit, not each of them', async t => {
  const register = (answers: RecordedAnswer[], timeout: number) =>
    setUp(t, answers, { timeout }).backend.login('anna@mail.test', 'horse', { register: true });
  const taken = refusal(422, 'USER_ALREADY_EXISTS', 'Taken');
  assert.deepEqual(await failureInTime(t, taken, register), { code: 'timeout' });
  const renew = (answers: RecordedAnswer[], timeout: number) =>
    setUp(t, answers, { timeout }).backend.renewSession('token-1', {});
  const deferred = { body: { ...SESSION, needsRefresh: true } };
  assert.deepEqual(await failureInTime(t, deferred, renew), { code: 'timeout' });
});

test('login with register: only an email address, unless one can be made', async t => {
  const { backend, calls } = setUp(t, []);
  const failure = await failureOf(backend.login('anna', 'horse', { register: true }));
  assert.deepEqual(failure, { code: 'policy', field: 'login' });
  assert.deepEqual(calls, []);
});

test('login with register: an existing login signs in', async t => {
  const taken = refusal(422, 'USER_ALREADY_EXISTS', 'Taken');
  const { backend, calls } = setUp(t, [
    ...[taken, { body: SIGNED_IN }],
    ...[taken, refusal(400, 'PASSWORD_TOO_LONG', 'Long')],
    ...[taken, refusal(400, 'VERIFICATION_FAILED')],
    ...[taken, refusal(400, 'MISSING_RESPONSE')],
    refusal(400, 'PASSWORD_TOO_SHORT', 'Short'),
  ]);
  const register = (challengeSolution?: string) =>
    backend.login('anna@mail.test', 'horse', { register: true, challengeSolution });
  assert.deepEqual(await register(), GRANTED);
  assert.deepEqual(linesOf(calls), ['POST /sign-up/email', 'POST /sign-in/email']);
  assert.deepEqual(await failureOf(register()), { code: 'wrong-credentials', status: 400 });
  const used = await failureOf(register('solution'));
  assert.deepEqual(used, { code: 'wrong-credentials', status: 400 }, 'the solution was for the first call');
  const demanded = await failureOf(register());
  assert.deepEqual(
    demanded,
    { code: 'challenge', status: 400, challenge: { type: 'captcha' } },
    'only sign-ins need a solution, and none was used up',
  );
  assert.deepEqual(
    await failureOf(register()),
    { code: 'policy', status: 400, field: 'password', text: 'Short' },
    'a rule for new accounts',
  );
  assert.equal(calls.length, 9);
});

test('getSession and renewSession: the account, and the time that is left by the clock of the server', async t => {
  const dated = { body: SESSION, headers: { date: DATE } };
  const { backend, calls } = setUp(t, [dated, dated, { body: SESSION }]);
  assert.deepEqual(await backend.getSession('token-1', {}), { user: 'u1', displayName: 'Anna', expiresIn: 3600 });
  assert.deepEqual(await backend.renewSession('token-1', {}), RENEWED);
  // CORS doesn't expose the date of the answer: `updatedAt` stands for it.
  assert.equal((await backend.renewSession('token-1', {})).expiresIn, 3660);
  const headers = { authorization: 'Bearer token-1' };
  assert.deepEqual(essence(calls[0]!), { line: 'GET /get-session', headers, body: null });
});

test('a lifetime that is unknown, or over', async t => {
  const lifetimes = [
    { body: { user: USER } },
    { body: { user: USER, session: { expiresAt: 'soon', updatedAt: DATE } } },
    { body: { user: USER, session: { expiresAt: EXPIRES } } },
    { body: SESSION, headers: { date: 'Thu, 01 Jan 2026 01:00:00 GMT' } },
    { body: SESSION, headers: { date: 'Thu, 01 Jan 2026 02:00:00 GMT' } },
  ];
  const { backend } = setUp(t, lifetimes);
  for (const _ of lifetimes) assert.equal((await backend.getSession('token-1', {})).expiresIn, undefined);
});

test('renewSession: a new token of the header replaces the one in use; a session that is over is no answer', async t => {
  const { backend } = setUp(t, [
    { body: SESSION, headers: { 'set-auth-token': 'token-2' } },
    { body: null },
    { body: null },
  ]);
  assert.equal((await backend.renewSession('token-1', {})).token, 'token-2');
  assert.deepEqual(await failureOf(backend.renewSession('token-1', {})), { code: 'session-expired', status: 200 });
  assert.deepEqual(await failureOf(backend.getSession('token-1', {})), { code: 'session-expired', status: 200 });
});

test('renewSession: with `deferSessionRefresh`, a POST extends the session when the server asks for it', async t => {
  const answers = [
    { body: { ...SESSION, needsRefresh: true } },
    { body: SESSION, headers: { date: DATE } },
    { body: { ...SESSION, needsRefresh: false }, headers: { date: DATE } },
  ];
  const { backend, calls } = setUp(t, answers);
  assert.deepEqual(await backend.renewSession('token-1', {}), RENEWED);
  assert.deepEqual(await backend.renewSession('token-1', {}), RENEWED);
  const headers = { authorization: 'Bearer token-1' };
  assert.deepEqual(calls.map(essence), [
    { line: 'GET /get-session', headers, body: null },
    { line: 'POST /get-session', headers, body: {} },
    { line: 'GET /get-session', headers, body: null },
  ]);
});

test('endSession and setDisplayName', async t => {
  const { backend, calls } = setUp(t, [{ body: { success: true } }, { body: { status: true } }]);
  await backend.endSession('token-1', {});
  await backend.setDisplayName('token-1', 'Anna', {});
  const headers = { authorization: 'Bearer token-1' };
  assert.deepEqual(calls.map(essence), [
    { line: 'POST /sign-out', headers, body: {} },
    { line: 'POST /update-user', headers, body: { name: 'Anna' } },
  ]);
  assert.deepEqual(
    calls.map(({ keepalive }) => keepalive),
    [true, false],
  );
});

test('a session in a cookie: no token, and one can be found', async t => {
  const answers = [
    { body: SIGNED_IN, headers: { 'set-auth-token': 'signed.token' } },
    { body: { token: null, user: USER } },
    { body: SESSION, headers: { date: DATE } },
    { body: null },
    { body: SESSION, headers: { date: DATE } },
  ];
  const { backend, calls } = setUp(t, answers, { cookies: true });
  assert.deepEqual(await backend.verifyCode(PHONE, '1', OPTIONS), {
    user: 'u1',
    displayName: 'Anna',
    expiresIn: undefined,
  });
  assert.equal(await backend.verifyCode(PHONE, '1', OPTIONS), null);
  const found = { user: 'u1', displayName: 'Anna', expiresIn: 3600 };
  assert.deepEqual(await backend.findSession?.({}), found);
  assert.equal(await backend.findSession?.({}), null);
  assert.deepEqual(await backend.renewSession(null, {}), found);
  assert.deepEqual(new Set(calls.map(({ credentials }) => credentials)), new Set(['include']));
  assert.deepEqual(
    calls.map(({ headers }) => headers),
    Array(5).fill({}),
  );
  assert.equal(setUp(t, []).backend.findSession, undefined, 'without cookies');
});

test('the name: one that is the number, or empty, is none', async t => {
  const users = [
    { ...USER, name: `+${PHONE}` },
    { ...USER, name: '' },
    { ...USER, name: 7 },
    { id: 'u1', name: 'Boris' },
  ];
  const { backend } = setUp(
    t,
    users.map(user => ({ body: { ...SESSION, user } })),
  );
  const names: (string | null | undefined)[] = [];
  for (const _ of users) names.push((await backend.getSession('token-1', {})).displayName);
  assert.deepEqual(names, [null, null, null, 'Boris']);
});

test('the meanings of the error codes', async t => {
  const challenge = { code: 'challenge', challenge: { type: 'captcha' } };
  const expected: [string, object][] = [
    ['OTP_EXPIRED', { code: 'code-expired' }],
    ['OTP_NOT_FOUND', { code: 'code-expired' }],
    ['TOO_MANY_ATTEMPTS', { code: 'code-expired' }],
    ['INVALID_PHONE_NUMBER', { code: 'invalid-phone' }],
    ['INVALID_USERNAME_OR_PASSWORD', { code: 'wrong-credentials' }],
    ['INVALID_EMAIL_OR_PASSWORD', { code: 'wrong-credentials' }],
    ['USERNAME_IS_ALREADY_TAKEN', { code: 'wrong-credentials' }],
    ['USER_ALREADY_EXISTS', { code: 'wrong-credentials' }],
    ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', { code: 'wrong-credentials' }],
    ['EMAIL_PASSWORD_SIGN_UP_DISABLED', { code: 'refused' }],
    ['MISSING_RESPONSE', challenge],
    ['VERIFICATION_FAILED', challenge],
    ['OTP_SENT_RECENTLY', { code: 'too-soon' }],
    ['VALIDATION_ERROR', { code: 'invalid-request' }],
    ['INVALID_ORIGIN', { code: 'invalid-request' }],
    ['MISSING_OR_NULL_ORIGIN', { code: 'invalid-request' }],
    ['USERNAME_TOO_SHORT', { code: 'policy', field: 'login', text: 'Text' }],
    ['USERNAME_TOO_LONG', { code: 'policy', field: 'login', text: 'Text' }],
    ['INVALID_USERNAME', { code: 'policy', field: 'login', text: 'Text' }],
    ['INVALID_EMAIL', { code: 'policy', field: 'login', text: 'Text' }],
    ['PASSWORD_TOO_SHORT', { code: 'policy', field: 'password', text: 'Text' }],
    ['PASSWORD_TOO_LONG', { code: 'policy', field: 'password', text: 'Text' }],
    ['INVALID_USERNAME_CHARACTERS', { code: 'refused', text: 'Text' }],
    ['NEW_USERNAME_TOO_SHORT', { code: 'refused', text: 'Text' }],
    ['NO_PASSWORD_TOO_SHORT', { code: 'refused', text: 'Text' }],
    ['BANNED_USER', { code: 'refused', text: 'Text' }],
  ];
  for (const [code, failure] of expected) {
    const { backend } = setUp(t, [refusal(400, code, 'Text')]);
    assert.deepEqual(
      await failureOf(backend.requestCode(PHONE, { register: true })),
      { status: 400, ...failure },
      code,
    );
  }
  const { backend } = setUp(t, [refusal(400, 'INVALID_OTP', 'Text')]);
  assert.deepEqual(await failureOf(backend.requestCode(PHONE, OPTIONS)), { status: 400, code: 'wrong-code' });
});

test('the challenge is the one of the site', async t => {
  const challenge = { type: 'turnstile', siteKey: 'site' };
  const { backend } = setUp(t, [refusal(400, 'MISSING_RESPONSE')], { challenge });
  assert.deepEqual((await failureOf(backend.requestCode(PHONE, OPTIONS))).challenge, challenge);
});

test('a status without a known code', async t => {
  const statuses: [RecordedAnswer, object][] = [
    [
      refusal(429, undefined, 'Slow', { 'retry-after': '7' }),
      { code: 'too-many-requests', status: 429, retryAfter: 7 },
    ],
    [
      refusal(429, undefined, 'Slow', { 'x-retry-after': '8' }),
      { code: 'too-many-requests', status: 429, retryAfter: 8 },
    ],
    [refusal(500, 'X', 'Text'), { code: 'server', status: 500 }],
    [refusal(499), { code: 'invalid-request', status: 499 }],
    [
      { status: 404, body: '<h1>Not found</h1>' },
      { code: 'invalid-request', status: 404 },
    ],
    [
      { status: 400, body: null },
      { code: 'invalid-request', status: 400 },
    ],
  ];
  for (const [answer, failure] of statuses) {
    const { backend } = setUp(t, [answer]);
    assert.deepEqual(await failureOf(backend.endSession('token-1', {})), failure);
  }
});

test('401 with a code of the server ends the session of a call with one', async t => {
  const answers = [
    refusal(401, 'UNAUTHORIZED', 'No'),
    refusal(403, 'FORBIDDEN', 'No'),
    refusal(401, 'UNAUTHORIZED', 'No'),
  ];
  const { backend } = setUp(t, answers);
  assert.deepEqual(await failureOf(backend.getSession('token-1', {})), { code: 'session-expired', status: 401 });
  assert.deepEqual(await failureOf(backend.getSession('token-1', {})), { code: 'refused', status: 403, text: 'No' });
  const withoutSession = await failureOf(backend.requestCode(PHONE, OPTIONS));
  assert.deepEqual(withoutSession, { code: 'refused', status: 401, text: 'No' });
  const cookie = setUp(t, [refusal(401, 'UNAUTHORIZED', 'No')], { cookies: true });
  assert.equal((await failureOf(cookie.backend.getSession(null, {}))).code, 'session-expired');
});

test('answers that are none', async t => {
  const answers: RecordedAnswer[] = [
    { body: '<h1>Hello</h1>' },
    { status: 204 },
    { body: [] },
    { body: 'null' },
    { body: { token: 'token-1' } },
    { body: { token: 'token-1', user: { id: '' } } },
    { body: { user: USER } },
    { body: { token: 'two words', user: USER } },
  ];
  for (const answer of answers) {
    const { backend } = setUp(t, [answer]);
    const failure = await failureOf(backend.verifyCode(PHONE, '1', OPTIONS));
    assert.deepEqual(failure, { code: 'invalid-response', status: answer.status ?? 200 }, JSON.stringify(answer));
  }
});

test('a call without a session as its answer needs JSON too', async t => {
  const { backend } = setUp(t, [{ body: '<h1>Hello</h1>' }, { body: '' }]);
  assert.deepEqual(await failureOf(backend.requestCode(PHONE, OPTIONS)), { code: 'invalid-response', status: 200 });
  assert.deepEqual(await failureOf(backend.endSession('token-1', {})), { code: 'invalid-response', status: 200 });
});

test('a page that has wrapped `fetch` may leave the headers out', async t => {
  const before = globalThis.fetch;
  t.after(() => {
    globalThis.fetch = before;
  });
  for (const headers of [undefined, {}]) {
    const answer = { ok: true, status: 200, headers, json: () => Promise.resolve(SESSION) };
    globalThis.fetch = () => Promise.resolve(answer as unknown as Response);
    const session = await new BetterAuthBackend(BASE).renewSession('token-1', {});
    assert.deepEqual(session, { ...RENEWED, expiresIn: 3660 });
  }
});

test('every call can be cancelled, and ends after the time limit', async t => {
  type Call = (backend: BetterAuthBackend, signal?: AbortSignal) => Promise<unknown>;
  const all: Record<string, Call> = {
    requestCode: (backend, signal) => backend.requestCode(PHONE, { ...OPTIONS, signal }),
    verifyCode: (backend, signal) => backend.verifyCode(PHONE, '1', { ...OPTIONS, signal }),
    login: (backend, signal) => backend.login('anna', 'horse', { ...OPTIONS, signal }),
    loginByEmail: (backend, signal) => backend.login('a@b.test', 'horse', { ...OPTIONS, signal }),
    register: (backend, signal) => backend.login('a@b.test', 'horse', { register: true, signal }),
    getSession: (backend, signal) => backend.getSession('token-1', { signal }),
    endSession: (backend, signal) => backend.endSession('token-1', { signal }),
    setDisplayName: (backend, signal) => backend.setDisplayName('token-1', 'Anna', { signal }),
  };
  const awake = setInterval(() => {}, 1000); // the timer of a signal doesn't keep the process running
  t.after(() => clearInterval(awake));
  for (const [name, call] of Object.entries(all)) {
    const { backend } = setUp(t, [{ isHeld: true }]);
    const controller = new AbortController();
    const failed = failureOf(call(backend, controller.signal));
    controller.abort();
    assert.deepEqual(await failed, { code: 'cancelled' }, name);
    const impatient = setUp(t, [{ isHeld: true }], { timeout: 5 }).backend;
    assert.deepEqual(await failureOf(call(impatient)), { code: 'timeout' }, name);
  }
});
