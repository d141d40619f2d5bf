// Which clients share a session keeper, and which server each of them calls (docs/behaviour/flow.md#sharing-a-session).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import { FakeClock } from '../../support/clock.js';
import { FakeStore } from '../../support/held-backend.js';
import { SessionServer } from '../../support/session-servers.js';
import { envelope, startRawServer } from '../../support/raw-server.js';
import { FakePage } from '../../support/page.js';

const SESSION = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };

test('clients with one store and two base URLs: each calls its own server', async t => {
  const [here, there] = [await startRawServer(t), await startRawServer(t)];
  const store = new FakeStore();
  const clients = [here, there].map(({ url }) => new AuthClient({ baseUrl: url, store }));
  t.after(() => clients.forEach(client => client.dispose()));
  for (const server of [here, there]) server.replyWith(envelope(401, { what: 'password' }));
  const firstLines = ({ requests }: typeof here) => requests.map(request => request.split('\r\n')[0]);

  await assert.rejects(clients[1]!.login('boris', 'another horse'), { code: 'wrong-credentials' });
  assert.deepEqual([firstLines(here), firstLines(there)], [[], ['POST /v1/session HTTP/1.1']]);
  await assert.rejects(clients[0]!.login('anna', 'correct horse'), { code: 'wrong-credentials' });
  assert.deepEqual([firstLines(here), firstLines(there)], Array(2).fill(['POST /v1/session HTTP/1.1']));
  // The session goes into the store that both have.
  here.replyWith(envelope(200, SESSION));
  await clients[0]!.login('anna', 'correct horse');
  assert.equal(store.stored?.token, 'token-1');
  assert.equal(firstLines(there).length, 1);
});

test('clients with one store and one base URL share a keeper: one renewal for both', async t => {
  const clock = new FakeClock(t);
  const backend = new SessionServer();
  const store = new FakeStore();
  const clients = ['https://api.test/', 'https://api.test'].map(
    baseUrl => new AuthClient({ baseUrl, backend, store }),
  ) as [AuthClient, AuthClient];
  t.after(() => clients.forEach(client => client.dispose()));
  await clients[0].login('anna', 'correct horse');
  assert.equal(clients[1].state.isAuthenticated, true);
  clients[1].observe(() => {});
  await clients[1].tryAutoLogin();
  await clock.advance(825_000);
  assert.equal(backend.count('renewSession'), 1);
});

test('an empty base URL is the origin of the page, without its path', async t => {
  const page = new FakePage(t);
  const urls: string[] = [];
  t.mock.method(globalThis, 'fetch', (url: string) => {
    urls.push(url);
    return Promise.resolve(Response.json({ code: 200, text: 'OK', params: SESSION }));
  });
  for (const baseUrl of ['', undefined, '/']) {
    const client = new AuthClient({ baseUrl });
    await client.login('anna', 'correct horse');
    client.dispose();
  }
  assert.deepEqual(urls, Array(3).fill('https://site.test/v1/session'));
  assert.deepEqual([page.localStorage.length, page.localStorage.key(0)], [1, 'auth-widget:session:https://site.test']);
});

test('a base URL with a query or a fragment: both are dropped', async t => {
  const page = new FakePage(t);
  const urls = new Set<string>();
  t.mock.method(globalThis, 'fetch', (url: string) => {
    urls.add(url);
    return Promise.resolve(Response.json({ code: 200, text: 'OK', params: SESSION }));
  });
  for (const baseUrl of [
    '/api?',
    '/api?a=/b/',
    '/api/#top',
    '/api//?a#b',
    '../../api',
    new URL('https://site.test/api#'),
  ]) {
    const client = new AuthClient({ baseUrl });
    await client.login('anna', 'correct horse');
    client.dispose();
  }
  assert.deepEqual([...urls], ['https://site.test/api/v1/session']);
  assert.deepEqual(
    [page.localStorage.length, page.localStorage.key(0)],
    [1, 'auth-widget:session:https://site.test/api'],
  );
});

for (const baseURI of ['about:blank', 'data:text/html,x', 'blob:https://site.test/1'])
  test(`a page at ${baseURI}, which has no address for a server: a backend of the app needs none`, async t => {
    const page = new FakePage(t);
    page.document.baseURI = baseURI;
    const client = new AuthClient({ backend: new SessionServer() });
    t.after(() => client.dispose());
    await client.login('anna', 'correct horse');
    assert.equal(client.state.isAuthenticated, true);
    // An address that the app names is checked as on other pages, and a REST backend needs one.
    for (const options of [{}, { baseUrl: '/api' }, { baseUrl: 'localhost:3000' }])
      assert.throws(() => new AuthClient(options), { name: 'TypeError', message: /baseUrl/ });
  });
