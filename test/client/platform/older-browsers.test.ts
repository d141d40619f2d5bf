// The client, with the development build's check of answers, without the features that are newer than its oldest browsers
// (docs/browsers.md).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import '../../../src/development/answer-check.js';
import { FakeStore } from '../../support/held-backend.js';

const NEWER: readonly (readonly [object, string])[] = [
  [AbortSignal, 'any'],
  [AbortSignal, 'timeout'],
  [Promise, 'withResolvers'],
  [Promise, 'try'],
  [Object, 'groupBy'],
  [Map, 'groupBy'],
  [Array, 'fromAsync'],
  [Array.prototype, 'toSorted'],
  [Array.prototype, 'toReversed'],
  [Array.prototype, 'with'],
  [Set.prototype, 'union'],
  [URL, 'canParse'],
  [URL, 'parse'],
  [globalThis, 'Iterator'],
];

test('a whole sign-in, a restoration, a renewal and a sign-out without newer features', async t => {
  // Not the `fetch` of Node, which needs some of these features itself.
  let reply: { code: number; params: object } = { code: 200, params: {} };
  const answer = () => ({
    ok: reply.code === 200,
    status: reply.code,
    text: () => Promise.resolve(JSON.stringify(reply)),
  });
  t.mock.method(globalThis, 'fetch', () => Promise.resolve(answer()));
  const replyWith = (code: number, params: object) => {
    reply = { code, params };
  };
  const baseUrl = 'https://example.com';
  for (const [owner, name] of NEWER) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (!descriptor) continue;
    Reflect.deleteProperty(owner, name);
    t.after(() => Object.defineProperty(owner, name, descriptor));
  }
  const session = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };
  const store = new FakeStore();
  const client = new AuthClient({ baseUrl, store });
  t.after(() => client.dispose());
  replyWith(200, { cred: 'tel:79161234567', idempotent: true });
  await client.loginByPhone('79161234567');
  replyWith(401, { what: 'code', attemptsLeft: 2 });
  await assert.rejects(client.loginWithSmsCode('111111'), { code: 'wrong-code' });
  replyWith(200, session);
  await client.loginWithSmsCode('222222');
  assert.equal(client.state.isAuthenticated, true);
  client.dispose();
  store.stored = { ...store.stored!, obtainedAt: Date.now() - 900_000 };
  const next = new AuthClient({ baseUrl, store });
  t.after(() => next.dispose());
  replyWith(200, { ...session, token: 'token-2' });
  await next.tryAutoLogin();
  assert.equal(await next.getToken(), 'token-2');
  await next.logout();
  assert.equal(store.stored, null);
});
