// The adapter for Supabase Auth with recorded answers of its server: each call, and what each answer means. The tests in
// test/backends/supabase/ run it against the server itself.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { SupabaseBackend, type SupabaseBackendOptions } from '../../src/backends/supabase.js';
import { failureInTime, failureOf, recordCalls, type RecordedAnswer } from '../support/recorded-answers.js';

const URL_OF_AUTH = 'https://project.supabase.co/auth/v1';
const PHONE = '79161234567';
const OPTIONS = { register: false };
const USER = { id: 'u1', user_metadata: { display_name: 'Anna' } };
const SESSION = { access_token: 'token-1', refresh_token: 'refresh-1', expires_in: 3600, user: USER };
const GRANTED = { user: 'u1', displayName: 'Anna', token: 'token-1', refreshToken: 'refresh-1', expiresIn: 3600 };

/** A backend whose server gives these answers, and the calls that it makes. */
function setUp(t: TestContext, answers: RecordedAnswer[], options?: SupabaseBackendOptions) {
  const calls = recordCalls(t, ...answers);
  return { backend: new SupabaseBackend(URL_OF_AUTH, options), calls };
}

/** The part of a call that says what is wanted. */
const essence = ({ line, headers, body }: { line: string; headers: object; body: unknown }) => ({
  line: line.replace(URL_OF_AUTH, ''),
  headers,
  body,
});

const refusal = (status: number, error_code?: string, msg?: string, headers = {}): RecordedAnswer => ({
  status,
  headers,
  body: { code: status, error_code, msg },
});

const waitOf = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  return (seconds: number) => t.mock.timers.setTime(1_000_000 + seconds * 1000);
};

test('requestCode: the number, whether an account may be created, and the name', async t => {
  waitOf(t);
  const { backend, calls } = setUp(t, [{ body: {} }, { body: {} }, { body: {} }], { key: 'anon' });
  const first = await backend.requestCode(PHONE, { register: true, displayName: 'Anna' });
  assert.deepEqual(first, { resendIn: 60, state: '1000000' });
  await backend.requestCode(PHONE, { register: false });
  await backend.requestCode(PHONE, { register: false, displayName: '' });
  assert.deepEqual(calls.map(essence), [
    {
      line: 'POST /otp',
      headers: { apikey: 'anon' },
      body: { phone: PHONE, create_user: true, data: { display_name: 'Anna' } },
    },
    { line: 'POST /otp', headers: { apikey: 'anon' }, body: { phone: PHONE, create_user: false, data: {} } },
    { line: 'POST /otp', headers: { apikey: 'anon' }, body: { phone: PHONE, create_user: false, data: {} } },
  ]);
  assert.deepEqual(
    calls.map(({ keepalive, credentials }) => [keepalive, credentials]),
    Array(3).fill([false, 'omit']),
  );
});

test('requestCode: the time until the next SMS and the key of the name are those of the project', async t => {
  const answers = [{ body: {} }, { body: {} }];
  const { backend, calls } = setUp(t, answers, { resendIn: 90, nameKey: 'nick' });
  assert.equal((await backend.requestCode(PHONE, { register: true, displayName: 'Anna' })).resendIn, 90);
  const nameless = new SupabaseBackend(URL_OF_AUTH, { nameKey: null });
  await nameless.requestCode(PHONE, { register: true, displayName: 'Anna' });
  assert.deepEqual(
    calls.map(({ body }) => (body as { data: object }).data),
    [{ nick: 'Anna' }, {}],
  );
  assert.deepEqual(calls[0]!.headers, {}, 'without a key');
});

test('a solution goes into the body, next to what is there', async t => {
  const { backend, calls } = setUp(t, [{ body: {} }, { body: SESSION }]);
  await backend.requestCode(PHONE, { register: false, challengeSolution: 'solved' });
  await backend.login('anna@mail.test', 'horse', { register: false, challengeSolution: 'solved' });
  const security = { gotrue_meta_security: { captcha_token: 'solved' } };
  assert.deepEqual(calls[0]!.body, { phone: PHONE, create_user: false, data: {}, ...security });
  assert.deepEqual(calls[1]!.body, { email: 'anna@mail.test', password: 'horse', ...security });
});

test('a number of another country goes out as the digits of E.164, which is the form of the server', async t => {
  const { backend, calls } = setUp(t, [{ body: {} }, { body: SESSION }, { body: SESSION }]);
  await backend.requestCode('375291234567', OPTIONS);
  await backend.verifyCode('375291234567', '123456', OPTIONS);
  await backend.login('+375 (29) 123-45-67', 'correct horse', OPTIONS);
  const phones = calls.map(({ body }) => (body as { phone: string }).phone);
  assert.deepEqual(phones, Array(3).fill('375291234567'));
});

test('verifyCode: the session', async t => {
  const { backend, calls } = setUp(t, [{ body: SESSION }]);
  assert.deepEqual(await backend.verifyCode(PHONE, '123456', OPTIONS), GRANTED);
  assert.deepEqual(essence(calls[0]!), {
    line: 'POST /verify',
    headers: {},
    body: { type: 'sms', phone: PHONE, token: '123456' },
  });
});

test('verifyCode: one answer stands for a wrong code and, after its lifetime, for an expired one', async t => {
  const at = waitOf(t);
  const refusals = () =>
    Array.from({ length: 6 }, () => refusal(403, 'otp_expired', 'Token has expired or is invalid'));
  const { backend } = setUp(t, refusals());
  const verify = (state?: string, options = backend) =>
    failureOf(options.verifyCode(PHONE, '1', { ...OPTIONS, state }));
  at(60);
  assert.deepEqual(await verify('1000000'), { code: 'wrong-code', status: 403 });
  at(60.001);
  assert.deepEqual(await verify('1000000'), { code: 'code-expired', status: 403 });
  assert.equal((await verify()).code, 'wrong-code', 'nobody knows when it was sent');
  const slow = new SupabaseBackend(URL_OF_AUTH, { codeLifetime: 300 });
  at(300);
  assert.equal((await verify('1000000', slow)).code, 'wrong-code');
  at(301);
  assert.equal((await verify('1000000', slow)).code, 'code-expired');
});

test('login: an email address, or a number in any spelling', async t => {
  const logins = [' anna@mail.test ', '8 (916) 123-45-67', '+44 20 7946 0958'];
  const { backend, calls } = setUp(
    t,
    logins.map(() => ({ body: SESSION })),
  );
  for (const login of logins) assert.deepEqual(await backend.login(login, 'horse', { register: false }), GRANTED);
  assert.deepEqual(calls.map(essence), [
    {
      line: 'POST /token?grant_type=password',
      headers: {},
      body: { email: 'anna@mail.test', password: 'horse' },
    },
    { line: 'POST /token?grant_type=password', headers: {}, body: { phone: PHONE, password: 'horse' } },
    { line: 'POST /token?grant_type=password', headers: {}, body: { phone: '442079460958', password: 'horse' } },
  ]);
  assert.deepEqual(await failureOf(backend.login('anna', 'horse', { register: false })), {
    code: 'policy',
    field: 'login',
  });
  assert.equal(calls.length, 3, 'no call for a login that cannot exist');
});

test('login with register: the account is created, or exists and is signed in to', async t => {
  const taken = refusal(422, 'user_already_exists', 'User already registered');
  const { backend, calls } = setUp(t, [{ body: SESSION }, taken, { body: SESSION }, taken, { body: { id: 'u2' } }]);
  const register = (options = {}) => backend.login('anna@mail.test', 'horse', { register: true, ...options });
  assert.deepEqual(await register(), { ...GRANTED, created: true });
  assert.deepEqual(await register(), GRANTED);
  assert.deepEqual(
    calls.map(({ line }) => line.replace(URL_OF_AUTH, '')),
    ['POST /signup', 'POST /signup', 'POST /token?grant_type=password'],
  );
  assert.deepEqual(calls[0]!.body, { email: 'anna@mail.test', password: 'horse' });
  const used = await failureOf(register({ challengeSolution: 'solved' }));
  assert.deepEqual(used, { code: 'wrong-credentials', status: 422 }, 'a solution counts once');
  assert.deepEqual(await failureOf(register()), {
    code: 'refused',
    status: 200,
  });
});

test('login with register: any other refusal is the result', async t => {
  const { backend, calls } = setUp(t, [refusal(422, 'weak_password', 'Too short')]);
  assert.deepEqual(await failureOf(backend.login('anna@mail.test', 'horse', { register: true })), {
    code: 'policy',
    status: 422,
    field: 'password',
  });
  assert.equal(calls.length, 1);
});

test('getSession and setDisplayName: the account, with the name that is known', async t => {
  const users = [
    USER,
    { id: 'u1', user_metadata: { full_name: 'Full', name: 'Short' } },
    { id: 'u1', user_metadata: { name: 'Short' } },
    { id: 'u1', user_metadata: { display_name: '', name: 7 } },
    { id: 'u1' },
  ];
  const { backend, calls } = setUp(
    t,
    [...users, USER].map(body => ({ body })),
    { key: 'anon' },
  );
  const names: (string | null | undefined)[] = [];
  for (const _ of users) names.push((await backend.getSession('token-1', {})).displayName);
  assert.deepEqual(names, ['Anna', 'Full', 'Short', null, null]);
  assert.deepEqual(await backend.setDisplayName('token-1', 'Anna', {}), { user: 'u1', displayName: 'Anna' });
  const headers = { apikey: 'anon', authorization: 'Bearer token-1' };
  assert.deepEqual(essence(calls[0]!), { line: 'GET /user', headers, body: null });
  assert.deepEqual(essence(calls.at(-1)!), { line: 'PUT /user', headers, body: { data: { display_name: 'Anna' } } });
});

test('a project that keeps no names', async t => {
  const { backend } = setUp(t, [{ body: USER }], { nameKey: null });
  assert.deepEqual(await backend.getSession('token-1', {}), { user: 'u1' });
});

test('renewSession: by the refresh token', async t => {
  const { backend, calls } = setUp(t, [{ body: SESSION }]);
  assert.deepEqual(await backend.renewSession('token-0', { refreshToken: 'refresh-0' }), GRANTED);
  assert.deepEqual(essence(calls[0]!), {
    line: 'POST /token?grant_type=refresh_token',
    headers: {},
    body: { refresh_token: 'refresh-0' },
  });
});

test('endSession: outlives the page, and leaves other devices signed in', async t => {
  const { backend, calls } = setUp(t, [{ status: 204 }]);
  await backend.endSession('token-1', {});
  assert.deepEqual(essence(calls[0]!), {
    line: 'POST /logout?scope=local',
    headers: { authorization: 'Bearer token-1' },
    body: null,
  });
  assert.equal(calls[0]!.keepalive, true);
});

test('endSession: an expired session is renewed first', async t => {
  const expired = refusal(403, 'bad_jwt', 'token is expired');
  const { backend, calls } = setUp(t, [expired, { body: { ...SESSION, access_token: 'token-2' } }, { status: 204 }]);
  await backend.endSession('token-1', { refreshToken: 'refresh-1' });
  assert.deepEqual(
    calls.map(({ line, headers, body }) => [line.replace(URL_OF_AUTH, ''), headers.authorization, body]),
    [
      ['POST /logout?scope=local', 'Bearer token-1', null],
      ['POST /token?grant_type=refresh_token', undefined, { refresh_token: 'refresh-1' }],
      ['POST /logout?scope=local', 'Bearer token-2', null],
    ],
  );
});

test('endSession: a session that has already ended is no failure; any other refusal is one', async t => {
  const over = refusal(403, 'session_not_found', 'Session not found');
  const { backend, calls } = setUp(t, [over, refusal(403, 'bad_jwt'), refusal(500)]);
  await backend.endSession('token-1', { refreshToken: 'refresh-1' });
  assert.equal(calls.length, 1);
  assert.deepEqual(await failureOf(backend.endSession('token-1', {})), { code: 'invalid-request', status: 403 });
  const failed = await failureOf(backend.endSession('token-1', { refreshToken: 'refresh-1' }));
  assert.deepEqual(failed, { code: 'server', status: 500 });
  assert.equal(calls.length, 3, 'nothing is renewed because of it');
});

test('endSession: a session that has ended after its token has expired is no failure', async t => {
  for (const code of ['refresh_token_not_found', 'refresh_token_already_used', 'session_expired', 'user_banned']) {
    const { backend, calls } = setUp(t, [refusal(403, 'bad_jwt'), refusal(400, code)]);
    await backend.endSession('token-1', { refreshToken: 'refresh-1' });
    assert.equal(calls.length, 2);
  }
  const { backend } = setUp(t, [refusal(403, 'bad_jwt'), refusal(500)]);
  const failed = await failureOf(backend.endSession('token-1', { refreshToken: 'refresh-1' }));
  assert.deepEqual(failed, { code: 'server', status: 500 }, 'nobody knows whether it has ended');
});

/** The calls with a token, and the renewal. */
const SESSION_CALLS = {
  getSession: (backend: SupabaseBackend) => backend.getSession('token-1', {}),
  renewSession: (backend: SupabaseBackend) => backend.renewSession('token-1', { refreshToken: 'refresh-1' }),
  setDisplayName: (backend: SupabaseBackend) => backend.setDisplayName('token-1', 'Anna', {}),
};
const ENDS = [
  'bad_jwt',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_expired',
  'session_not_found',
  'user_banned',
  'user_not_found',
];

for (const [name, call] of Object.entries(SESSION_CALLS)) {
  test(`${name}: the answers that end a session`, async t => {
    for (const code of ENDS) {
      const { backend } = setUp(t, [refusal(403, code)]);
      assert.deepEqual(await failureOf(call(backend)), { code: 'session-expired', status: 403 }, code);
    }
    const { backend } = setUp(t, [refusal(400, 'validation_failed', 'Invalid token')]);
    const expected = name === 'renewSession' ? 'session-expired' : 'invalid-request';
    assert.equal((await failureOf(call(backend))).code, expected);
  });
}

test('endSession: the same answers end it, but an expired token does not', async t => {
  for (const code of ENDS.filter(code => code !== 'bad_jwt')) {
    const { backend } = setUp(t, [refusal(403, code)]);
    await backend.endSession('token-1', {});
  }
});

test('the meanings of other error codes', async t => {
  const refused = { code: 'refused', status: 422 };
  const expected: [string, object][] = [
    ['captcha_failed', { code: 'challenge', status: 422, challenge: { type: 'captcha' } }],
    ['email_address_invalid', { code: 'policy', status: 422, field: 'login' }],
    ['hook_timeout', { code: 'sms-failed', status: 422 }],
    ['hook_timeout_after_retry', { code: 'sms-failed', status: 422 }],
    ['invalid_credentials', { code: 'wrong-credentials', status: 422 }],
    ['otp_disabled', { code: 'unknown-user', status: 422 }],
    ['sms_send_failed', { code: 'sms-failed', status: 422 }],
    ['user_already_exists', { code: 'wrong-credentials', status: 422 }],
    ['weak_password', { code: 'policy', status: 422, field: 'password' }],
    ['anything_else', refused],
  ];
  for (const [code, failure] of expected) {
    const { backend } = setUp(t, [refusal(422, code, `${code} text`)]);
    assert.deepEqual(await failureOf(backend.requestCode(PHONE, { register: true })), failure, code);
  }
});

test('requestCode: a number without an account is unknown, or registrations are closed', async t => {
  const { backend } = setUp(t, [refusal(422, 'signup_disabled', 'Closed'), refusal(422, 'signup_disabled', 'Closed')]);
  const unknown = await failureOf(backend.requestCode(PHONE, { register: false }));
  assert.deepEqual(unknown, { code: 'unknown-user', status: 422 });
  const closed = await failureOf(backend.requestCode(PHONE, { register: true }));
  assert.deepEqual(closed, { code: 'refused', status: 422 });
});

test('the challenge is the one of the project', async t => {
  const captcha = { type: 'turnstile', siteKey: 'site' };
  const { backend } = setUp(t, [refusal(400, 'captcha_failed')], { captcha });
  assert.deepEqual((await failureOf(backend.requestCode(PHONE, { register: false }))).challenge, captcha);
});

test('a status without a known code', async t => {
  const statuses: [RecordedAnswer, object][] = [
    [
      refusal(429, undefined, 'slow down', { 'retry-after': '7' }),
      { code: 'too-many-requests', status: 429, retryAfter: 7 },
    ],
    [refusal(500), { code: 'server', status: 500 }],
    [refusal(503), { code: 'server', status: 503 }],
    [refusal(499), { code: 'invalid-request', status: 499 }],
    [
      { status: 400, body: '<h1>Bad request</h1>' },
      { code: 'invalid-request', status: 400 },
    ],
  ];
  for (const [answer, failure] of statuses) {
    const { backend } = setUp(t, [answer]);
    assert.deepEqual(await failureOf(backend.requestCode(PHONE, { register: false })), failure);
  }
});

test('a fault of the server while it sends an SMS is `sms-failed`; one of the gateway before it is not', async t => {
  const fault = refusal(500, 'unexpected_failure', 'Unexpected failure');
  const { backend } = setUp(t, [fault, { status: 502, body: '<h1>Bad gateway</h1>' }, fault]);
  const request = () => failureOf(backend.requestCode(PHONE, { register: false }));
  assert.deepEqual(await request(), { code: 'sms-failed', status: 500 });
  assert.deepEqual(await request(), { code: 'server', status: 502 });
  assert.deepEqual(await failureOf(backend.verifyCode(PHONE, '1', OPTIONS)), { code: 'server', status: 500 });
});

test('a hook that does not answer: no SMS could be sent, or the server has a fault while there is none to send', async t => {
  for (const code of ['hook_timeout', 'hook_timeout_after_retry']) {
    const { backend } = setUp(t, Array<RecordedAnswer>(4).fill(refusal(422, code, 'Failed to reach hook')));
    assert.deepEqual(await failureOf(backend.requestCode(PHONE, OPTIONS)), { code: 'sms-failed', status: 422 });
    // The server has hooks for passwords and for each token too.
    for (const call of [
      backend.login('anna@example.com', 'battery staple', OPTIONS),
      backend.verifyCode(PHONE, '123456', OPTIONS),
      backend.renewSession('token-1', { refreshToken: 'refresh-1' }),
    ])
      assert.deepEqual(await failureOf(call), { code: 'server', status: 422 });
  }
});

test('a password that is too long breaks the rule for passwords', async t => {
  const { backend } = setUp(t, [refusal(400, 'validation_failed', 'Password cannot be longer than 72 characters')]);
  const failure = await failureOf(backend.login('anna@mail.test', 'x'.repeat(73), { register: true }));
  assert.deepEqual(failure, { code: 'policy', status: 400, field: 'password' });
});

test('the sentences of the server are English: a person reads them only through `toText`', async t => {
  const answers = () => [
    refusal(422, 'weak_password', 'Too short'),
    { body: { id: 'u2' } },
    refusal(403, 'user_banned'),
  ];
  const register = (backend: SupabaseBackend) =>
    failureOf(backend.login('anna@mail.test', 'horse', { register: true })).then(({ text }) => text);
  const { backend } = setUp(t, answers());
  for (const _ of answers()) assert.equal(await register(backend), undefined);
  const toText = (code: string, message: string) => `${code}: ${message}`;
  const { backend: telling } = setUp(t, answers(), { toText });
  assert.equal(await register(telling), 'weak_password: Too short');
  assert.equal(await register(telling), 'not_confirmed: Confirm your phone number or email address first.');
  assert.equal(await register(telling), 'user_banned:');
  const { backend: refusing } = setUp(t, [refusal(400, 'invalid_credentials', 'Invalid login credentials')], {
    toText,
  });
  const refused = await failureOf(refusing.login('anna@mail.test', 'horse', { register: false }));
  assert.deepEqual(refused, { code: 'wrong-credentials', status: 400 });
});

test('an address with slashes at its end', async t => {
  const calls = recordCalls(t, { body: USER }, { body: USER });
  for (const end of ['/', '//']) await new SupabaseBackend(URL_OF_AUTH + end).getSession('token-1', {});
  assert.deepEqual(
    calls.map(({ line }) => line),
    Array(2).fill(`GET ${URL_OF_AUTH}/user`),
  );
});

test('the seconds to wait are read from the sentence, and one is added', async t => {
  const sentence = 'For security purposes, you can only request this after 42 seconds.';
  const answers = [
    refusal(429, 'over_sms_send_rate_limit', sentence, { 'retry-after': '7' }),
    refusal(400, 'other', sentence),
  ];
  const { backend } = setUp(t, answers);
  const early = await failureOf(backend.requestCode(PHONE, { register: false }));
  assert.deepEqual(early, { code: 'too-soon', status: 429, retryAfter: 43 });
  const other = await failureOf(backend.requestCode(PHONE, { register: false }));
  assert.deepEqual(other, { code: 'refused', status: 400, retryAfter: 43 });
});

test('answers that are none', async t => {
  const answers: RecordedAnswer[] = [
    { body: '<h1>Hello</h1>' },
    { body: [] },
    { status: 201, body: '' },
    { body: { ...SESSION, access_token: '' } },
    { body: { ...SESSION, access_token: 'two words' } },
    { body: { ...SESSION, user: undefined } },
    { body: { ...SESSION, user: { id: '' } } },
  ];
  for (const answer of answers) {
    const { backend } = setUp(t, [answer]);
    const failure = await failureOf(backend.verifyCode(PHONE, '123456', OPTIONS));
    assert.deepEqual(failure, { code: 'invalid-response', status: answer.status ?? 200 }, JSON.stringify(answer));
  }
});

test('a session without a lifetime or a refresh token', async t => {
  const { backend } = setUp(t, [
    { body: { ...SESSION, expires_in: 0, refresh_token: '' } },
    { body: { ...SESSION, expires_in: 'soon', refresh_token: 5 } },
  ]);
  const bare = { ...GRANTED, expiresIn: undefined, refreshToken: undefined };
  assert.deepEqual(await backend.verifyCode(PHONE, '1', OPTIONS), bare);
  assert.deepEqual(await backend.verifyCode(PHONE, '1', OPTIONS), bare);
});

test('every call can be cancelled, and ends after the time limit', async t => {
  const all = {
    requestCode: (backend: SupabaseBackend, signal?: AbortSignal) =>
      backend.requestCode(PHONE, { register: true, signal }),
    verifyCode: (backend: SupabaseBackend, signal?: AbortSignal) =>
      backend.verifyCode(PHONE, '1', { ...OPTIONS, signal }),
    login: (backend: SupabaseBackend, signal?: AbortSignal) =>
      backend.login('a@b.test', 'horse', { register: false, signal }),
    register: (backend: SupabaseBackend, signal?: AbortSignal) =>
      backend.login('a@b.test', 'horse', { register: true, signal }),
    getSession: (backend: SupabaseBackend, signal?: AbortSignal) => backend.getSession('token-1', { signal }),
    renewSession: (backend: SupabaseBackend, signal?: AbortSignal) =>
      backend.renewSession(null, { refreshToken: 'r', signal }),
    endSession: (backend: SupabaseBackend, signal?: AbortSignal) => backend.endSession('token-1', { signal }),
    setDisplayName: (backend: SupabaseBackend, signal?: AbortSignal) =>
      backend.setDisplayName('token-1', 'Anna', { signal }),
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

test('a method that makes several calls ends after the time limit, not each of them', async t => {
  const exists = refusal(422, 'user_already_exists');
  const register = (answers: RecordedAnswer[], timeout: number) =>
    setUp(t, answers, { timeout }).backend.login('a@b.test', 'horse', { register: true });
  assert.deepEqual(await failureInTime(t, exists, register), { code: 'timeout' });
  const signOut = (answers: RecordedAnswer[], timeout: number) =>
    setUp(t, answers, { timeout }).backend.endSession('token-1', { refreshToken: 'refresh-1' });
  assert.deepEqual(await failureInTime(t, refusal(403, 'bad_jwt'), signOut), { code: 'timeout' });
});

test('a login with letters and digits is no number, and is refused before a call', async t => {
  const { backend, calls } = setUp(t, []);
  for (const login of ['anna2024', 'bob 2024', '2024ж'])
    for (const register of [true, false])
      assert.deepEqual(
        await failureOf(backend.login(login, 'horse', { register })),
        { code: 'policy', field: 'login' },
        login,
      );
  assert.deepEqual(calls, []);
});

test('endSession: the renewal and the second call can be cancelled too', async t => {
  const renewed: RecordedAnswer[] = [refusal(403, 'bad_jwt'), { body: SESSION }];
  for (const answers of [renewed.slice(0, 1), renewed]) {
    const { backend, calls } = setUp(t, [...answers, { isHeld: true }]);
    const controller = new AbortController();
    const failed = failureOf(backend.endSession('token-1', { refreshToken: 'r', signal: controller.signal }));
    while (calls.length <= answers.length) await new Promise(setImmediate);
    controller.abort();
    assert.deepEqual(await failed, { code: 'cancelled' });
  }
});
