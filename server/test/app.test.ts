import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from './support/on-database.js';
import { assertRefused } from './support/harness.js';

onDatabase('the routes', h => {
  it('include the health checks', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await h().call('GET', path);
      assert.deepEqual(JSON.parse(answer.raw), { code: 200, text: 'OK', params: {} });
    }
  });

  it('answer unknown paths with 404 and other methods with 405, in the envelope', async () => {
    for (const path of [
      '/',
      '/v1',
      '/v1/',
      '/v1/creds',
      '/v1/creds/tel/',
      '/v2/session',
      '/%',
      '/dev/sms',
      '/v1/%2e%2e',
    ]) {
      assertRefused(await h().call('GET', path), 404, {});
    }
    const wrong = [
      ['DELETE', '/v1/creds/tel', 'POST, PUT'],
      ['PATCH', '/v1/session', 'POST, GET, PUT, DELETE'],
      ['POST', '/v1/account', 'PATCH'],
    ] as const;
    for (const [method, path, allowed] of wrong) {
      const answer = await h().call(method, path);
      assertRefused(answer, 405, {});
      assert.equal(answer.headers.get('Allow'), allowed);
    }
  });

  it('answer HEAD like GET, without a body', async () => {
    const token = (await h().signIn('anna', 'correct horse')).params.token!;
    for (const path of ['/v1/session', '/v1/account', '/v1/creds/tel', '/healthz', '/readyz', '/openapi.json', '/x']) {
      const options = path === '/v1/session' ? { token } : {};
      const [get, head] = [await h().call('GET', path, options), await h().call('HEAD', path, options)];
      assert.equal(head.status, get.status, path);
      assert.equal(head.raw, '');
      for (const name of ['Content-Type', 'Cache-Control', 'X-Content-Type-Options', 'Vary', 'Allow']) {
        assert.equal(head.headers.get(name), get.headers.get(name), `${path} ${name}`);
      }
      assert.equal(get.headers.get('Cache-Control'), 'no-store', path);
      assert.equal(get.headers.get('X-Content-Type-Options'), 'nosniff', path);
    }
  });
});
