// mockServer with the Headers and Request of happy-dom, which keep the capitals of header names where browsers' and Node's don't.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { Window } from 'happy-dom';
import { AuthClient } from '../../src/client/auth-client.js';
import { MemoryBackend, MemoryStore, mockServer } from '../../src/testing/index.js';

const window = new Window({ url: 'http://localhost:3000/' });
const NAMES = ['Headers', 'Request', 'Response'] as const;
const originals = NAMES.map(name => globalThis[name]);
/** Replaces the globals of Node with these. */
const install = (values: readonly unknown[]) =>
  NAMES.forEach((name, index) =>
    Object.defineProperty(globalThis, name, { value: values[index], configurable: true, writable: true }),
  );
before(() => install(NAMES.map(name => window[name])));
after(() => {
  install(originals);
  return window.happyDOM.abort();
});

test('happy-dom keeps the capitals', () => {
  assert.deepEqual([...new Headers({ 'Content-Type': 'text/plain' }).keys()], ['Content-Type']);
});

test('a sign-in by phone through mockServer, in happy-dom', async t => {
  const backend = new MemoryBackend();
  t.after(mockServer(backend));
  const client = new AuthClient({ baseUrl: 'http://localhost:3000', store: new MemoryStore() });
  t.after(() => client.dispose());
  await client.registerByPhone('8 999 000-00-01', 'Anna');
  await client.verifyRegistrationSms('111111');
  assert.equal(client.state.displayName, 'Anna');
  assert.match((await client.getToken()) ?? '', /^test-/);
});

test('a Request of happy-dom', async t => {
  const backend = new MemoryBackend();
  t.after(mockServer(backend));
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ login: 'anna', password: 'correct horse' });
  const answer = await fetch(new Request('http://localhost:3000/v1/session', { method: 'POST', headers, body }));
  assert.equal(answer.status, 200);
});
