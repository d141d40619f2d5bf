// The session of an app's own server in an app with Hono: docs/server-session.md#hono.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Hono } from 'hono';
import { SessionBridge, type TokenAnswer } from '../../src/server/index.js';

const ORIGIN = 'https://example.com';

const anna: TokenAnswer = { kind: 'signed-in', account: { userId: 'u1', displayName: 'Anna' }, expiresIn: 1000 };
const tokenCheck = {
  check: (authorization: string | null | undefined): Promise<TokenAnswer> =>
    Promise.resolve(authorization === 'Bearer t1' ? anna : { kind: 'signed-out' }),
};

function createApp() {
  const bridge = new SessionBridge({ tokenCheck, origins: [ORIGIN] });
  const app = new Hono();

  app.all('/auth/session', c => bridge.handle(c.req.raw));

  app.get('/', async c => {
    c.header('Cache-Control', 'private, no-store');
    const found = await bridge.whoIs(c.req.header('cookie'));
    return c.html(found.kind === 'signed-in' ? `Signed in as ${found.account.displayName}` : 'Sign in');
  });
  return app;
}

test('Hono: a page is rendered for the person, from the sign-in to the sign-out', async () => {
  const app = createApp();
  const call = (method: string, headers: Record<string, string>) => app.request('/auth/session', { method, headers });
  const begun = await call('POST', { origin: ORIGIN, authorization: 'Bearer t1' });
  assert.equal(begun.status, 204);
  const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
  const page = await app.request('/', { headers: { cookie } });
  assert.equal(await page.text(), 'Signed in as Anna');
  assert.equal(page.headers.get('cache-control'), 'private, no-store');

  assert.equal((await call('POST', { origin: 'https://evil.example', authorization: 'Bearer t1' })).status, 403);
  assert.equal((await call('PUT', { origin: ORIGIN })).status, 405);
  assert.equal((await call('DELETE', { origin: ORIGIN, cookie })).status, 204);
  assert.equal(await (await app.request('/', { headers: { cookie } })).text(), 'Sign in');
});
