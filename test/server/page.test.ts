// keepServerSession: what the page tells the app's own server, and when.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { keepServerSession, type ServerSessionOptions } from '../../src/server/page.js';
import { MemoryBackend, MemoryStore } from '../../src/testing/index.js';
import { settle } from '../support/clock.js';

async function setUp(t: TestContext, options: Partial<ServerSessionOptions> & { readonly isKnown?: boolean } = {}) {
  const { isKnown = true, ...more } = options;
  t.mock.timers.enable({ apis: ['setInterval'] });
  const listeners = new Set<() => void>();
  const fake = {
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  Object.defineProperty(globalThis, 'document', { value: fake, configurable: true });
  const told: string[] = [];
  const server: { status: number; gate?: Promise<void> } = { status: 204 };
  t.mock.method(globalThis, 'fetch', (path: string, init: RequestInit) => {
    const { method, headers, redirect, credentials, keepalive } = init;
    assert.deepEqual([redirect, credentials, keepalive], ['error', 'same-origin', true]);
    const { Authorization = '' } = (headers ?? {}) as { Authorization?: string };
    told.push(`${method} ${path} ${Authorization.replace('Bearer ', '')}`.trim());
    const { status } = server;
    return Promise.resolve(server.gate).then(() => {
      if (!status) throw new TypeError();
      return new Response(null, { status });
    });
  });
  const backend = new MemoryBackend();
  const store = isKnown ? backend.signIn({ displayName: 'Anna' }) : new MemoryStore();
  const client = new AuthClient({ backend, store });
  const subscribers = new Set<unknown>();
  const subscribe = client.subscribe.bind(client);
  t.mock.method(client, 'subscribe', (listener: () => void) => {
    const unsubscribe = subscribe(listener);
    subscribers.add(listener);
    return () => {
      subscribers.delete(listener);
      unsubscribe();
    };
  });
  const end = keepServerSession(client, { path: '/auth/session', ...more });
  t.after(() => {
    end();
    client.dispose();
    Reflect.deleteProperty(globalThis, 'document');
  });
  await settle();
  const minute = async () => {
    t.mock.timers.tick(60_000);
    await settle();
  };
  return { client, told, server, listeners, subscribers, end, minute };
}

test('a restored session is told once, then a sign-out, then another sign-in', async t => {
  const { client, told, minute } = await setUp(t);
  const token = await client.getToken();
  assert.deepEqual(told, [`POST /auth/session ${token}`]);
  await minute();
  assert.equal(told.length, 1);
  await client.logout();
  await settle();
  assert.deepEqual(told.slice(1), ['DELETE /auth/session']);
  await client.login('ivan', 'correct horse');
  await settle();
  assert.deepEqual(told.slice(2), [`POST /auth/session ${await client.getToken()}`]);
});

for (const isSignedIn of [true, false])
  test(`nobody is signed in, and the server has rendered for ${isSignedIn ? 'a person' : 'nobody'}`, async t => {
    const { told } = await setUp(t, { isSignedIn, isKnown: false });
    assert.deepEqual(told, isSignedIn ? ['DELETE /auth/session'] : []);
  });

test('a renewal is no change of the state: it is told within a minute, or when the page is shown', async t => {
  const { client, told, minute, listeners } = await setUp(t);
  const tokens = ['renewed-1', 'renewed-2'];
  const getToken = t.mock.method(client, 'getToken', () => Promise.resolve(tokens[0]!));
  await minute();
  assert.equal(told.at(-1), 'POST /auth/session renewed-1');
  tokens.shift();
  for (const listener of listeners) listener();
  await settle();
  assert.equal(told.at(-1), 'POST /auth/session renewed-2');
  getToken.mock.mockImplementation(() => Promise.resolve(null as unknown as string));
  await minute();
  assert.equal(told.length, 3, 'a token that can not be renewed just now ends nothing');
});

test('a call that fails is repeated, and one that is refused is not', async t => {
  const { client, told, server, minute } = await setUp(t);
  for (const status of [0, 503, 204]) {
    told.length = 0;
    server.status = status;
    if (status === 0) await client.logout();
    await minute();
    assert.deepEqual(new Set(told), new Set(['DELETE /auth/session']), `${status}`);
  }
  told.length = 0;
  await minute();
  assert.deepEqual(told, []);
  server.status = 401;
  await client.login('ivan', 'correct horse');
  await settle();
  await minute();
  assert.equal(told.length, 1);
});

test('after the end nothing is told', async t => {
  const { client, told, end, listeners, subscribers, minute } = await setUp(t);
  assert.equal(subscribers.size, 1);
  const before = listeners.size;
  end();
  assert.deepEqual([listeners.size, subscribers.size], [before - 1, 0]);
  await client.logout();
  await minute();
  assert.equal(told.length, 1);
});

for (const isSignedIn of [true, false])
  test(`a sign-out while the call before fails is told at once: the server may have got that call (isSignedIn: ${isSignedIn})`, async t => {
    const { client, told, server, minute } = await setUp(t, { isKnown: false, isSignedIn });
    await settle();
    const earlier = told.length;
    let open = (): void => {};
    Object.assign(server, { status: 0, gate: new Promise<void>(resolve => (open = resolve)) });
    await client.login('ivan', 'correct horse');
    await settle();
    assert.match(told.slice(earlier).join(), /^POST \S+ \S+$/);
    Object.assign(server, { status: 204, gate: undefined });
    await client.logout();
    open();
    await settle();
    assert.deepEqual(told.slice(earlier + 1), ['DELETE /auth/session']);
    await minute();
    assert.equal(told.length, earlier + 2);
  });
