import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

const tel = '79161234567';

onDatabase('the body of a request', h => {
  const malformed: readonly (readonly [string, string, unknown, string])[] = [
    ['POST', '/v1/creds/tel', '{', 'body'],
    ['POST', '/v1/creds/tel', '', 'body'],
    ['POST', '/v1/creds/tel', '[]', 'body'],
    ['POST', '/v1/creds/tel', 'null', 'body'],
    ['POST', '/v1/creds/tel', '"tel"', 'body'],
    ['POST', '/v1/creds/tel', {}, 'tel'],
    ['POST', '/v1/creds/tel', { tel }, 'op'],
    ['POST', '/v1/creds/tel', { tel, op: 'del' }, 'op'],
    ['POST', '/v1/creds/tel', { tel: 79161234567, op: 'add' }, 'tel'],
    ['POST', '/v1/creds/tel', { tel: '89161234567', op: 'add' }, 'tel'],
    ['POST', '/v1/creds/tel', { tel: '7916123456', op: 'add' }, 'country'],
    ['POST', '/v1/creds/tel', { tel: '791612345678', op: 'add' }, 'country'],
    ['POST', '/v1/creds/tel', { tel: '+79161234567', op: 'add' }, 'tel'],
    ['POST', '/v1/creds/tel', { tel: '7916123456７', op: 'add' }, 'tel'],
    ['POST', '/v1/creds/tel', { tel: `${tel}\n`, op: 'add' }, 'tel'],
    ['POST', '/v1/creds/tel', { tel, op: 'add', displayName: 'Анна' }, 'body'],
    ['POST', '/v1/creds/tel', `{"tel":"${tel}","op":"add","__proto__":{"x":1}}`, 'body'],
    ['PUT', '/v1/creds/tel', { tel, op: 'add' }, 'val'],
    ['PUT', '/v1/creds/tel', { tel, val: '', op: 'add' }, 'val'],
    ['PUT', '/v1/creds/tel', { tel, val: '1234567', op: 'add' }, 'val'],
    ['PUT', '/v1/creds/tel', { tel, val: 123456, op: 'add' }, 'val'],
    ['PUT', '/v1/creds/tel', { tel, val: '123456', op: 'add', displayName: 'Анна' }, 'body'],
    ['POST', '/v1/session', { login: 'anna' }, 'password'],
    ['POST', '/v1/session', { login: 1, password: '12345678' }, 'login'],
    ['POST', '/v1/session', { login: 'anna', password: '12345678', admin: true }, 'body'],
  ];
  for (const [method, path, body, what] of malformed) {
    const shown = typeof body === 'string' ? body : JSON.stringify(body);
    it(`refuses ${method} ${path} with ${shown.replaceAll('\n', '\\n') || 'no body'}`, async () => {
      assertRefused(await h().call(method, path, { body }), 400, { what });
      assert.equal(h().sms.sent.length, 0);
    });
  }

  it('must have the content type JSON, which needs a CORS preflight', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const answer = await h().send(tel, { headers: { 'Content-Type': type } });
      assertRefused(answer, 400, { what: 'body' });
    }
    assert.equal(h().sms.sent.length, 0);
    const named = await h().send(tel, { headers: { 'Content-Type': 'application/json; charset=UTF-8' } });
    assert.equal(named.status, 200);
  });

  it('must be UTF-8 and not compressed', async () => {
    const options = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const bytes = Buffer.concat([Buffer.from('{"tel":"'), Buffer.from([0xff, 0xfe]), Buffer.from('","op":"add"}')]);
    assert.equal((await fetch(`${h().url}/v1/creds/tel`, { ...options, body: bytes })).status, 400);
    assertRefused(await h().send(tel, { headers: { 'Content-Encoding': 'gzip' } }), 400, { what: 'body' });
  });

  it('may have 4 KiB, with and without a Content-Length', async () => {
    const sized = (bytes: number) => {
      const frame = JSON.stringify({ login: 'anna', password: '' }).length;
      return JSON.stringify({ login: 'anna', password: 'x'.repeat(bytes - frame) });
    };
    assertRefused(await h().call('POST', '/v1/session', { body: sized(4096) }), 422, { what: 'password' });
    assertRefused(await h().call('POST', '/v1/session', { body: sized(4097) }), 413, {});
    const chunked = async (bytes: number) => {
      const body = new Blob([sized(bytes)]).stream();
      const headers = { 'Content-Type': 'application/json' };
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
      const response = await fetch(`${h().url}/v1/session`, init);
      const { code } = (await response.json()) as { code: number };
      assert.equal(code, response.status);
      return response.status;
    };
    assert.equal(await chunked(4096), 422);
    assert.equal(await chunked(4097), 413);
  });
});

onDatabase('the headers of a request', h => {
  it('must have a valid token in Authorization', async () => {
    const attempts = [{ token: 'x'.repeat(43) }, { token: 'short' }, {}, { headers: { Authorization: 'Basic eDp5' } }];
    for (const options of attempts) {
      for (const method of ['GET', 'PUT']) {
        assertRefused(await h().call(method, '/v1/session', options), 401, { what: 'token' });
      }
      const body = { displayName: 'Анна' };
      assertRefused(await h().call('PATCH', '/v1/account', { ...options, body }), 401, { what: 'token' });
    }
    assertRefused(await h().call('DELETE', '/v1/session'), 401, { what: 'token' });
  });

  it('may have an Idempotency-Key of 1 to 255 printable characters', async () => {
    for (const key of ['a b', 'x'.repeat(256)]) {
      const answer = await h().verify(tel, '123456', { headers: { 'Idempotency-Key': key } });
      assertRefused(answer, 400, { what: 'idempotencyKey' });
    }
  });
});
