import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';

onDatabase('CORS', h => {
  it('allows pages of the listed origins only', async () => {
    const preflight = (origin: string) =>
      h().call('OPTIONS', '/v1/creds/tel', {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'content-type,idempotency-key',
        },
      });
    const allowed = await preflight('https://example.org');
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers.get('Access-Control-Allow-Origin'), 'https://example.org');
    assert.equal(allowed.headers.get('Access-Control-Allow-Methods'), 'GET, POST, PUT, PATCH, DELETE');
    assert.equal(
      allowed.headers.get('Access-Control-Allow-Headers'),
      'Content-Type, Authorization, Idempotency-Key, X-Auth-Challenge, X-Auth-State, X-Auth-Device',
    );
    assert.equal(allowed.headers.get('Access-Control-Allow-Credentials'), null);
    assert.equal(allowed.headers.get('Vary'), 'Origin');
    assert.equal(allowed.headers.get('Access-Control-Max-Age'), '600');
    assert.equal(allowed.headers.get('Cache-Control'), 'no-store');
    for (const origin of ['https://evil.example', 'null', 'https://example.org.evil.example', 'http://example.org']) {
      const refused = await preflight(origin);
      assert.equal(refused.headers.get('Access-Control-Allow-Origin'), null, origin);
      assert.equal(refused.headers.get('Access-Control-Allow-Headers'), null, origin);
    }
    const called = await h().session('unknown');
    assert.equal(called.headers.get('Access-Control-Allow-Origin'), null);
    const headers = { Origin: 'https://www.example.org' };
    for (const path of ['/v1/session', '/v1/nowhere']) {
      const error = await h().call('GET', path, { headers });
      assert.equal(error.headers.get('Access-Control-Allow-Origin'), 'https://www.example.org');
      assert.equal(error.headers.get('Access-Control-Expose-Headers'), 'Retry-After');
    }
  });
});
