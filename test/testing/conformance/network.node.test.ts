// What the conformance suite sees of a call of fetch, and what it can do to one.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { Network, type Fault } from '../../../src/testing/conformance/network.js';

const URL_OF_CALL = 'https://id.test/v1/session';

/** Replaces `fetch` by one that answers this, for one test. */
function answerWith(t: TestContext, body: string, headers: Record<string, string> = {}) {
  t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response(body, { status: 201, headers })));
  return new Network();
}

/** Makes a call while something interferes with it, and returns what the call sees. */
const interfere = (network: Network, fault: Fault, init: RequestInit = {}) =>
  network.use(() =>
    network.interfere(
      () => fault,
      () => fetch(URL_OF_CALL, init),
    ),
  );

test('the options of a call are read from its arguments, and else from its Request', async t => {
  const network = answerWith(t, '{}');
  const controller = new AbortController();
  const options = {
    method: 'PUT',
    headers: { authorization: 'Bearer t', 'x-one': '1' },
    ...({ keepalive: true, redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' } as const),
    signal: controller.signal,
  };
  await network.use(async () => {
    await fetch(URL_OF_CALL, { ...options, method: 'put', body: 'text' });
    await fetch(new Request(URL_OF_CALL, { ...options, body: 'text' }));
    await fetch(new Request(URL_OF_CALL), { ...options, body: 'text' });
    await fetch(new URL(URL_OF_CALL));
  });
  const [first, second, third, plain] = network.requests;
  const { signal: _, ...expected } = {
    ...options,
    url: URL_OF_CALL,
    authorization: 'Bearer t',
    body: 'text',
    headers: { authorization: 'Bearer t', 'x-one': '1' } as Record<string, string>,
  };
  for (const [place, request] of [first, second, third].entries()) {
    const { signal, ...rest } = request!;
    // A Request of Node adds the type of its body.
    const { 'content-type': __, ...headers } = rest.headers;
    assert.deepEqual({ ...rest, headers }, expected, `call ${place}`);
    assert.equal(signal instanceof AbortSignal, true);
  }
  const { headers, keepalive, method, authorization, body, redirect, credentials, signal } = plain!;
  assert.deepEqual(
    { headers, keepalive, method, authorization, body },
    {
      ...{ headers: {}, keepalive: false, method: 'GET', authorization: null, body: '' },
    },
  );
  assert.deepEqual([redirect, credentials, signal], [undefined, undefined, undefined]);
});

test('a body of any kind is read, and a stream counts as empty', async t => {
  const network = answerWith(t, '{}');
  const form = new FormData();
  form.set('code', '123456');
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('123456'));
      controller.close();
    },
  });
  await network.use(async () => {
    for (const body of [new URLSearchParams({ code: '123456' }), new Blob(['123456']), form, stream, null])
      await fetch(URL_OF_CALL, { method: 'POST', body, duplex: 'half' } as RequestInit);
  });
  const bodies = network.requests.map(({ body }) => body);
  assert.deepEqual([bodies[0], bodies[1], bodies[3], bodies[4]], ['code=123456', '123456', '', '']);
  // Its random boundary is left out.
  assert.equal(bodies[2], '--\r\nContent-Disposition: form-data; name="code"\r\n\r\n123456\r\n----\r\n');
});

test('an answered call is kept with its answer, which the caller can read too', async t => {
  const network = answerWith(t, '{"a": 1}', { 'x-one': '1' });
  const answer = await network.use(() => fetch(URL_OF_CALL));
  assert.equal(await answer.text(), '{"a": 1}');
  const [{ request, ...exchange } = { request: undefined }] = network.exchanges;
  assert.equal(request, network.requests[0]);
  const headers = [
    ['content-type', 'text/plain;charset=UTF-8'],
    ['x-one', '1'],
  ];
  assert.deepEqual(exchange, { status: 201, headers, body: '{"a": 1}' });
});

test('an answer in place of the server has its headers, without those about encoded bytes', async t => {
  const network = answerWith(t, '{}');
  const headers = Object.entries({
    ...{ 'content-encoding': 'gzip', 'content-length': '9', 'transfer-encoding': 'chunked', 'x-one': '1' },
    'content-type': 'application/json',
  });
  const [answer, requests] = await interfere(network, { status: 418, body: '{"a": 1}', headers });
  assert.deepEqual(
    [answer.status, await answer.json(), Object.fromEntries(answer.headers)],
    [418, { a: 1 }, { 'content-type': 'application/json', 'x-one': '1' }],
  );
  assert.equal(requests.length, 1);
  assert.equal(network.exchanges.length, 0, 'the server has not answered it');
  for (const status of [204, 205, 304])
    assert.equal((await interfere(network, { status, body: 'text' }))[0].body, null, `${status}`);
});

test('a fault: no network, no answer, and half of a body, until the call is aborted', async t => {
  const network = answerWith(t, '{}');
  await assert.rejects(interfere(network, 'network error'), { name: 'TypeError', message: 'Failed to fetch' });
  const aborted = AbortSignal.abort(new Error('too late'));
  await assert.rejects(interfere(network, 'silence', { signal: aborted }), { message: 'too late' });
  const controller = new AbortController();
  const silent = interfere(network, 'silence', { signal: controller.signal });
  const [stalled] = await interfere(network, 'stalled body', { signal: controller.signal });
  assert.equal(stalled.headers.get('content-type'), 'application/json');
  const read = stalled.json();
  setImmediate(() => controller.abort(new Error('enough')));
  await assert.rejects(silent, { message: 'enough' });
  await assert.rejects(read, { message: 'enough' });
});

test('a call with a signal that is already aborted rejects, and is not sent', async t => {
  const network = answerWith(t, '{}');
  const signal = AbortSignal.abort(new Error('too late'));
  await assert.rejects(
    network.use(() => fetch(URL_OF_CALL, { signal })),
    { message: 'too late' },
  );
  assert.deepEqual(network.requests, []);
});

test('fetch is the original one afterwards, also after an error', async t => {
  const network = answerWith(t, '{}');
  const before = globalThis.fetch;
  await assert.rejects(
    network.use(() => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  );
  assert.equal(globalThis.fetch, before);
  await assert.rejects(
    network.interfere(
      () => 'network error',
      () => Promise.reject(new Error('broken')),
    ),
    { message: 'broken' },
  );
  assert.equal((await network.use(() => fetch(URL_OF_CALL))).status, 201, 'nothing interferes any longer');
});

test('without a signal, a call without an answer and half of a body never end', async t => {
  const network = answerWith(t, '{}');
  const ended: string[] = [];
  const note = (what: string) => () => void ended.push(what);
  void interfere(network, 'silence').then(note('silence'), note('silence'));
  const [stalled] = await interfere(network, 'stalled body');
  const reader = stalled.body!.getReader();
  const { value } = await reader.read();
  assert.equal(new TextDecoder().decode(value as Uint8Array), '{"half": ');
  void reader.read().then(note('body'), note('body'));
  await new Promise(resolve => setTimeout(resolve, 20));
  assert.deepEqual(ended, []);
});

test('a call that is aborted while its body is read gets no answer and ends', async t => {
  const network = answerWith(t, '{}');
  const controller = new AbortController();
  const call = interfere(network, 'silence', {
    ...{ method: 'POST', body: new Blob(['123456']), signal: controller.signal },
  });
  controller.abort(new Error('enough'));
  await assert.rejects(call, { message: 'enough' });
});

test('a call with a text is recorded before `fetch` returns', async t => {
  const network = answerWith(t, '{}');
  await network.use(async () => {
    const calls = ['code=1', new URLSearchParams({ code: '2' })].map(body =>
      fetch(URL_OF_CALL, { method: 'POST', body }),
    );
    assert.deepEqual(
      network.requests.map(({ body }) => body),
      ['code=1', 'code=2'],
    );
    await Promise.all(calls);
  });
});
