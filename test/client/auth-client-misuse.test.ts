// Misuse that would otherwise pass unnoticed: it throws a TypeError that names the argument.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient, type AuthClientOptions } from '../../src/client/auth-client.js';
import type { AuthMode } from '../../src/core/modes.js';
import type { SessionStore } from '../../src/core/stored-session.js';
import { cleanPhone, formatPhone, isValidPhone } from '../../src/core/phone.js';
import { MemoryBackend } from '../../src/testing/memory-server/memory-backend.js';
import { settle } from '../support/clock.js';
import { FakeStore, stored } from '../support/held-backend.js';
import { setUpClient } from '../support/client-setup.js';

/** Expects a TypeError whose message names the argument. */
function assertNames(name: RegExp, misuse: () => unknown): void {
  assert.throws(misuse, (error: unknown) => error instanceof TypeError && name.test(error.message));
}

test('options that are no object', () => {
  for (const options of ['https://example.com', null, 5] as never[])
    assertNames(/options/, () => new AuthClient(options));
});

test('a baseUrl that cannot be called', () => {
  for (const baseUrl of ['localhost:3000', 'http://', 'example.com:443', 'ftp://example.com', 'javascript:0'])
    assertNames(/baseUrl/, () => new AuthClient({ baseUrl }));
  for (const baseUrl of [
    'http://localhost:3000',
    'https://example.com/api/',
    new URL('https://example.com'),
    '/api',
    '',
    undefined,
  ])
    new AuthClient({ baseUrl }).dispose();
});

test('the message says in the development build what the argument must be', async () => {
  const misuse = () => new AuthClient({ mode: 'sms' as AuthMode });
  assert.throws(misuse, { message: "auth-widget: mode can't be used" });
  await import('../../src/development/check.js');
  assert.throws(misuse, { message: /mode can't be used: it must be one of phone-login, / });
});

test('a mode that does not exist, at the start and later', t => {
  assertNames(/mode/, () => new AuthClient({ mode: 'sms' as AuthMode }));
  const { client } = setUpClient(t);
  assertNames(/mode/, () => client.setMode('sms' as AuthMode));
  assert.equal(client.flow.mode, 'phone-login');
});

test('a backend by which nobody can sign in', () => {
  for (const backend of [{}, 'https://example.com', { baseUrl: '/' }] as never[])
    assertNames(/backend/, () => new AuthClient({ backend }));
  const { login } = new MemoryBackend();
  new AuthClient({ backend: { login } as MemoryBackend }).dispose();
});

test('a store with methods that are asynchronous or missing', () => {
  const changes: Record<string, Partial<Record<keyof SessionStore, unknown>>> = {
    'a promise': { read: () => Promise.resolve(null) },
    'async read': { read: async () => Promise.resolve(null) },
    'async write': { write: async () => {} },
    'async remove': { remove: async () => {} },
    'no read': { read: undefined },
    'no subscribe': { subscribe: undefined },
  };
  for (const [name, change] of Object.entries(changes)) {
    const store = Object.assign(new FakeStore(), change) as AuthClientOptions['store'];
    assert.throws(() => new AuthClient({ store }), { name: 'TypeError', message: /store/ }, name);
  }
  const failing = Object.assign(new FakeStore(), {
    read: () => {
      throw new Error('blocked');
    },
  });
  new AuthClient({ store: failing }).dispose();
});

test('a client that is disposed of while it restores: nothing is loading, and a sign-out deletes the session', async t => {
  const { client, backend, store } = setUpClient(t, { stored: stored({ obtainedAt: Date.now() - 5_000_000 }) });
  const restored = client.tryAutoLogin();
  await settle();
  client.dispose();
  await assert.rejects(restored, { code: 'cancelled' });
  assert.deepEqual([client.state.isLoading, client.flow.screen], [false, 'credentials']);
  client.texts = {};
  assert.equal(client.state.isLoading, false);
  const signedOut = client.logout();
  assert.equal(store.stored, null);
  await backend.answer('endSession');
  await signedOut;
  await assert.rejects(client.login('anna', 'correct horse'), { code: 'cancelled' });
});

test('phone utilities without a text', () => {
  for (const utility of [formatPhone, cleanPhone, isValidPhone])
    for (const phone of [undefined, null, 79161234567] as never[]) assertNames(/phone/, () => utility(phone));
});

test('a fault of the memory server that cannot happen', () => {
  const backend = new MemoryBackend();
  assertNames(/fault/, () => backend.failNext('login', 'whatever' as never));
  assertNames(/fault/, () => backend.failNext('login', { code: 'toString' } as never));
  assertNames(/call/, () => backend.failNext('signIn' as never, 'network'));
  assertNames(/call/, () => backend.stallNext('signIn' as never));
  assertNames(/fault/, () => backend.stallNext('login').release('whatever' as never));
});
