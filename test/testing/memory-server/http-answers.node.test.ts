// The answers of the server in memory: statuses, headers and bodies, and what it refuses of a request.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  answerRequest,
  pathOfCall,
  type HttpAnswer,
  type HttpRequest,
} from '../../../src/testing/memory-server/http-answers.js';
import { MemoryBackend } from '../../../src/testing/memory-server/memory-backend.js';

const TEST_NUMBER = '79990000001';
const JSON_TYPE = { 'content-type': 'application/json' };

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
};

interface Envelope {
  readonly code: number;
  readonly text: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const envelopeOf = ({ body }: HttpAnswer) => JSON.parse(body) as Envelope;

/** A server, and a function that sends a request to it. A body that is no text is sent as JSON. */
function start() {
  const backend = new MemoryBackend();
  const send = (method: string, path: string, body?: unknown, headers: HttpRequest['headers'] = JSON_TYPE) =>
    answerRequest(backend, {
      ...{ method, path, headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
  const refuse = async (...request: Parameters<typeof send>) => {
    const answer = await send(...request);
    const { params } = envelopeOf(answer);
    return [answer.status, params['what']];
  };
  return { backend, send, refuse };
}

test('a success: its status, headers and envelope', async () => {
  const { send } = start();
  const answer = await send('POST', '/v1/creds/tel', { tel: TEST_NUMBER, op: 'add' });
  assert.deepEqual([answer.status, answer.headers], [200, HEADERS]);
  const { code, text, params } = envelopeOf(answer);
  const { state, ...rest } = params;
  assert.deepEqual([code, text, typeof state], [200, 'OK', 'string']);
  assert.deepEqual(rest, { cred: `tel:${TEST_NUMBER}`, resendIn: 0, codeLength: 6, idempotent: true });
});

test('a preflight: every method and header of the protocol, from any origin', async () => {
  const { send } = start();
  assert.deepEqual(await send('OPTIONS', '/v1/session'), {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'Content-Type, Authorization, Idempotency-Key, X-Auth-Challenge, X-Auth-State, X-Auth-Device',
    },
    body: '',
  });
});

test('a session from its sign-in to its end', async () => {
  const { backend, send } = start();
  const signedIn = envelopeOf(await send('POST', '/v1/session', { login: 'anna', password: 'correct horse' }));
  const { token, ...account } = signedIn.params;
  assert.deepEqual(account, { user: 'user-1', displayName: 'anna', expiresIn: 1_209_600, created: true });
  const authorization = (value: unknown) => ({ ...JSON_TYPE, authorization: `Bearer ${String(value)}` });
  const named = await send('PATCH', '/v1/account', { displayName: 'Anna' }, authorization(token));
  assert.deepEqual(envelopeOf(named).params, { user: 'user-1', displayName: 'Anna' });
  const asked = envelopeOf(await send('GET', '/v1/session', undefined, authorization(token)));
  assert.deepEqual([asked.params['user'], asked.params['displayName']], ['user-1', 'Anna']);
  const renewed = envelopeOf(await send('PUT', '/v1/session', undefined, authorization(token))).params['token'];
  assert.notEqual(renewed, token);
  const ended = await send('DELETE', '/v1/session', undefined, authorization(renewed));
  assert.deepEqual([ended.status, envelopeOf(ended).params], [200, {}]);
  const gone = await send('GET', '/v1/session', undefined, authorization(token));
  assert.deepEqual(envelopeOf(gone), { code: 401, text: 'Error', params: { what: 'token' } });
  assert.deepEqual(backend.calls, [
    ...['login', 'setDisplayName', 'getSession', 'renewSession', 'endSession', 'getSession'],
  ]);
});

test('what is no number is refused as malformed, also without HTTP', async () => {
  const { backend } = start();
  for (const phone of ['', '123', '+79161234567', '89161234567']) {
    await assert.rejects(backend.requestCode(phone), { code: 'invalid-request', status: 400 }, phone);
    await assert.rejects(backend.verifyCode(phone, '1'), { code: 'invalid-request', status: 400 }, phone);
  }
});

test('a sign-in by code passes on the key, the state and the device', async () => {
  const { backend, send } = start();
  const request = async () =>
    envelopeOf(await send('POST', '/v1/creds/tel', { tel: TEST_NUMBER, op: 'add' })).params['state'] as string;
  const verify = (val: string, headers: Record<string, string>) =>
    send('PUT', '/v1/creds/tel', { tel: TEST_NUMBER, val, op: 'add' }, { ...JSON_TYPE, ...headers });
  const state = await request();
  const wrong = await verify('000000', { 'x-auth-state': state });
  assert.deepEqual(envelopeOf(wrong), { code: 401, text: 'Error', params: { what: 'code', attemptsLeft: 2 } });
  const stranger = await verify('000000', {});
  assert.deepEqual(envelopeOf(stranger).params, { what: 'code', attemptsLeft: 0 });
  const first = envelopeOf(await verify('111111', { 'x-auth-state': state, 'idempotency-key': 'key' })).params;
  assert.equal(first['cred'], `tel:${TEST_NUMBER}`);
  const again = envelopeOf(await verify('111111', { 'idempotency-key': 'key' })).params;
  assert.equal(again['user'], first['user']);
  const next = await request();
  await verify('000000', { 'x-auth-state': next });
  const known = await verify('000000', { 'x-auth-device': String(first['device']) });
  assert.equal(envelopeOf(known).params['attemptsLeft'], 1);
  assert.equal(backend.calls.length, 8);
});

test('paths and methods that the protocol does not have', async () => {
  const { send } = start();
  for (const path of ['/v1/other', '/']) {
    const answer = await send('GET', path);
    assert.deepEqual([answer.status, answer.headers], [404, HEADERS], path);
    assert.deepEqual(envelopeOf(answer), { code: 404, text: 'Error', params: {} });
  }
  for (const [path, allow] of [
    ['/v1/creds/tel', 'POST, PUT'],
    ['/v1/session', 'POST, GET, PUT, DELETE'],
    ['/v1/account', 'PATCH'],
  ] as const)
    for (const method of ['HEAD', 'constructor']) {
      const answer = await send(method, path);
      assert.deepEqual([answer.status, answer.headers], [405, { ...HEADERS, allow }], `${method} ${path}`);
    }
});

test('the fields of a body: each is there, is a text and keeps its rule, and there is no other', async () => {
  const { refuse } = start();
  const post = (body: unknown) => refuse('POST', '/v1/creds/tel', body);
  assert.deepEqual(await post({ op: 'add' }), [400, 'tel']);
  assert.deepEqual(await post({ tel: 79_990_000_001, op: 'add' }), [400, 'tel']);
  assert.deepEqual(await post({ tel: '+79990000001', op: 'add' }), [400, 'tel']);
  assert.deepEqual(await post({ tel: TEST_NUMBER }), [400, 'op']);
  assert.deepEqual(await post({ tel: TEST_NUMBER, op: 'remove' }), [400, 'op']);
  assert.deepEqual(await post({ tel: TEST_NUMBER, op: 'add', val: '1' }), [400, 'body']);
  assert.deepEqual(await post({ tel: TEST_NUMBER, op: 'add' }), [200, undefined]);
  // On a server of its own, which has sent no code.
  const put = (val: unknown) => start().refuse('PUT', '/v1/creds/tel', { tel: TEST_NUMBER, val, op: 'add' });
  for (const val of ['', '1234567', 1234]) assert.deepEqual(await put(val), [400, 'val'], `${val}`);
  for (const val of ['\n', '\u{1f600}'.repeat(6), '1']) assert.deepEqual((await put(val))[1], 'code', val);
  assert.deepEqual(await refuse('POST', '/v1/session', { login: 'anna' }), [400, 'password']);
  assert.deepEqual(await refuse('POST', '/v1/session', { password: 'correct horse' }), [400, 'login']);
  assert.deepEqual(await refuse('PUT', '/v1/creds/tel', { val: '1', op: 'add' }), [400, 'tel']);
});

test('a body is JSON in UTF-8 of at most 4,096 bytes', async () => {
  const { refuse } = start();
  const post = (body: string | undefined, type?: string) =>
    refuse('POST', '/v1/session', body, type === undefined ? {} : { 'content-type': type });
  /** A body of this many bytes. It breaks a rule of logins, so nobody is signed in. */
  const sized = (bytes: number, character = 'x') => {
    const length = JSON.stringify({ login: '', password: 'correct horse' }).length;
    return JSON.stringify({ login: character.repeat(bytes - length), password: 'correct horse' });
  };
  assert.deepEqual(await post(sized(4096), 'application/json'), [422, 'login']);
  assert.deepEqual(await post(sized(4097), 'application/json'), [413, undefined]);
  assert.deepEqual(await post(sized(2500, 'ы'), 'application/json'), [413, undefined], 'bytes, not characters');
  const body = JSON.stringify({ login: 'x', password: 'correct horse' });
  for (const type of [
    ...['application/json', 'Application/JSON', 'application/json ', 'application/json;charset=utf-8'],
    ...['application/json ; charset = "UTF-8" ', 'application/json;charset="utf-8'],
  ])
    assert.deepEqual(await post(body, type), [422, 'login'], type);
  for (const type of [
    ...['', 'text/json', ' application/json', 'application/jsonp', 'application/json; charset=utf-8; a=b'],
    ...['application/json; charset=utf8', 'xapplication/json', 'application/json charset=utf-8'],
  ])
    assert.deepEqual(await post(body, type), [400, 'body'], type);
  assert.deepEqual(await post(body), [400, 'body'], 'without a type');
  assert.deepEqual(await post(undefined, 'application/json'), [400, 'body'], 'without a body');
  for (const other of ['', '{', 'null', '5', '"text"', '[]', '[{"login": "x", "password": "y"}]'])
    assert.deepEqual(await post(other, 'application/json'), [400, 'body'], other);
});

test('a token comes after Bearer, and an idempotency key has 1 to 255 visible characters', async () => {
  const { backend, refuse } = start();
  const { token } = backend.signIn().read()!;
  const ask = (authorization: string | undefined) => refuse('GET', '/v1/session', undefined, { authorization });
  for (const good of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])
    assert.deepEqual(await ask(good), [200, undefined], good);
  for (const bad of [undefined, '', token, `Bearer`, `Bearer${token}`, `xBearer ${token}`, `Bearer ${token} x`])
    assert.deepEqual(await ask(bad), [401, 'token'], bad);
  const put = (key: string) =>
    refuse('PUT', '/v1/creds/tel', { tel: TEST_NUMBER, val: '1', op: 'add' }, { ...JSON_TYPE, 'idempotency-key': key });
  for (const good of ['!', '~', 'k'.repeat(255)]) assert.deepEqual(await put(good), [410, 'code'], good);
  for (const bad of ['', ' ', 'a b', 'k'.repeat(256), 'ключ', 'a\n'])
    assert.deepEqual(await put(bad), [400, 'idempotencyKey'], bad);
});

test('an error says what it is about, how long to wait, and what to solve', async () => {
  const { backend, send } = start();
  const fail = async (fault: Parameters<MemoryBackend['failNext']>[1]) => {
    backend.failNext('requestCode', fault);
    const answer = await send('POST', '/v1/creds/tel', { tel: TEST_NUMBER, op: 'add' });
    return { ...answer, ...envelopeOf(answer) };
  };
  const blocked = await fail({ code: 'blocked', retryAfter: 900 });
  assert.deepEqual(blocked.headers, { ...HEADERS, 'retry-after': '900' });
  assert.deepEqual([blocked.status, blocked.code, blocked.text], [429, 429, 'Error']);
  assert.deepEqual(blocked.params, { what: 'blocked', retryAfter: 900 });
  const server = await fail('server');
  assert.deepEqual([server.status, server.headers, server.params], [500, HEADERS, {}]);
  const challenge = { type: 'turnstile', siteKey: 'key-1' };
  assert.deepEqual((await fail({ code: 'challenge', challenge })).params, { ...challenge, what: 'challenge' });
  assert.deepEqual((await fail({ code: 'policy', field: 'login' })).params, { what: 'login' });
});

test('a fault without a readable answer', async () => {
  const { backend, send } = start();
  backend.failNext('requestCode', 'invalid-response');
  const body = { tel: TEST_NUMBER, op: 'add' };
  assert.deepEqual(await send('POST', '/v1/creds/tel', body), {
    status: 200,
    headers: { ...HEADERS, 'content-type': 'text/html' },
    body: '<!doctype html><p>Proxy</p>',
  });
  for (const fault of ['offline', 'network', 'timeout'] as const) {
    backend.failNext('requestCode', fault);
    await assert.rejects(send('POST', '/v1/creds/tel', body), { code: fault });
  }
});

test('the addresses of calls: any host and any path before the last part', () => {
  for (const [address, path] of [
    ['https://chat.example.com/v1/session', '/v1/session'],
    ['https://chat.example.com/api/v1/creds/tel?a=1#b', '/v1/creds/tel'],
    ['/v1/account', '/v1/account'],
    ['https://chat.example.com/v1/session/', undefined],
    ['https://chat.example.com/v1/sessions', undefined],
    ['https://chat.example.com/v1/creds/telephone', undefined],
    ['https://chat.example.com/?/v1/session', undefined],
    ['https://chat.example.com/api/v2/session', undefined],
  ] as const)
    assert.equal(pathOfCall(address), path, address);
});
