import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { assertRefused, type Harness } from '../support/harness.js';

const tel = '79161234567';

/** What is refused, and how (contract, «Envelope» and «Errors»). */
export function errors(h: () => Harness): void {
  describe('errors', () => {
    beforeEach(() => h().start());

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
      ['POST', '/v1/creds/tel', { tel: '7916123456', op: 'add' }, 'tel'],
      ['POST', '/v1/creds/tel', { tel: '791612345678', op: 'add' }, 'tel'],
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

    it('refuses a body that does not say that it is JSON, so that other sites must ask first', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
        const answer = await h().send(tel, { headers: { 'Content-Type': type } });
        assertRefused(answer, 400, { what: 'body' });
      }
      assert.equal(h().sms.sent.length, 0);
      const named = await h().send(tel, { headers: { 'Content-Type': 'application/json; charset=UTF-8' } });
      assert.equal(named.status, 200);
    });

    it('refuses bytes that are not UTF-8, and a body that is compressed', async () => {
      const options = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
      const bytes = Buffer.concat([Buffer.from('{"tel":"'), Buffer.from([0xff, 0xfe]), Buffer.from('","op":"add"}')]);
      assert.equal((await fetch(`${h().url}/v1/creds/tel`, { ...options, body: bytes })).status, 400);
      assertRefused(await h().send(tel, { headers: { 'Content-Encoding': 'gzip' } }), 400, { what: 'body' });
    });

    it('takes bodies up to 4 KiB and refuses larger ones, with a length and without', async () => {
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

    it('names the rule that a login, a password or a name breaks', async () => {
      // Letters that look like those of the list, or turn into them in one case or the other, are none of them.
      for (const alike of [
        'аnna',
        'ann\u0430',
        '\u212aelvin',
        '\u017fara',
        'ａｎｎａ',
        'annа\u0301',
        'anna\u200b',
        'anna\0',
      ]) {
        assertRefused(await h().signIn(alike, 'long enough'), 422, { what: 'login' });
      }
      for (const login of ['abc', 'a'.repeat(33), 'анна', 'anna k', 'anna@x', '', 'anna\n']) {
        assertRefused(await h().signIn(login, 'long enough'), 422, { what: 'login' });
      }
      for (const password of ['1234567', 'x'.repeat(129), '', '😀'.repeat(7), '\ud800aaaaaaaa']) {
        assertRefused(await h().signIn('anna', password), 422, { what: 'password' });
      }
      for (const good of ['😀'.repeat(8), 'x'.repeat(128)])
        assert.equal((await h().signIn('anna', good)).status !== 422, true);
      const token = (await h().signIn('peter', 'long enough')).params['token'];
      const rename = (displayName: unknown) => h().call('PATCH', '/v1/account', { token, body: { displayName } });
      for (const name of [
        '',
        '   ',
        'x'.repeat(65),
        'a\u0000b',
        'a\nb',
        'a\u2028b',
        'a\u202eb',
        'a\u2066b',
        '\ud800',
      ]) {
        assertRefused(await rename(name), 422, { what: 'displayName' });
      }
      for (const blank of ['\u200b', '\u3164', '\uffa0', '\u115f\u1160', '\u2800', '\u00ad', '\ufe0f', '\u{e0041}']) {
        assertRefused(await rename(blank), 422, { what: 'displayName' });
      }
      // Text is kept as it is: who shows it must not take it for markup.
      for (const name of [
        'x',
        ` ${'😀'.repeat(64)} `,
        "Анна-Мария О'Нил",
        '👩‍👩‍👧',
        '<b>Анна</b> & "co"',
        '❤️',
        'علی‌رضا',
      ]) {
        assert.equal((await rename(name)).params['displayName'], name.trim());
      }
      assertRefused(await rename(1), 400, { what: 'displayName' });
    });

    it('looks at the whole password: after a NUL, at the 128th character, at spaces and at case', async () => {
      const pairs = [
        ['correct\0horse', 'correct\0house'],
        [`${'x'.repeat(127)}y`, `${'x'.repeat(127)}z`],
        [`${'ы'.repeat(127)}y`, `${'ы'.repeat(127)}z`],
        [' correct horse ', 'correct horse'],
        ['correct horse', 'Correct horse'],
      ] as const;
      for (const [index, [right, wrong]] of pairs.entries()) {
        assert.equal((await h().signIn(`person-${index}`, right)).params['created'], true);
        assertRefused(await h().signIn(`person-${index}`, wrong), 401, { what: 'password' });
        assert.equal((await h().signIn(`person-${index}`, right)).status, 200);
      }
    });

    it('tells a wrong password', async () => {
      await h().signIn('anna', 'correct horse');
      assertRefused(await h().signIn('anna', 'battery staple'), 401, { what: 'password' });
    });

    it('refuses every call by a token that is unknown, malformed or missing', async () => {
      const attempts = [
        { token: 'x'.repeat(43) },
        { token: 'short' },
        {},
        { headers: { Authorization: 'Basic eDp5' } },
      ];
      for (const options of attempts) {
        for (const method of ['GET', 'PUT']) {
          assertRefused(await h().call(method, '/v1/session', options), 401, { what: 'token' });
        }
        const body = { displayName: 'Анна' };
        assertRefused(await h().call('PATCH', '/v1/account', { ...options, body }), 401, { what: 'token' });
      }
      assertRefused(await h().call('DELETE', '/v1/session'), 401, { what: 'token' });
    });

    it('refuses an idempotency key that could be none', async () => {
      for (const key of ['a b', 'x'.repeat(256)]) {
        const answer = await h().verify(tel, '123456', { headers: { 'Idempotency-Key': key } });
        assertRefused(answer, 400, { what: 'idempotencyKey' });
      }
    });

    it('answers unknown paths with 404 and wrong methods with 405, in the envelope', async () => {
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

    it('puts every answer into the envelope, stores nothing and sets no cookie', async () => {
      const answers = [
        await h().send(tel),
        await h().send(tel),
        await h().call('POST', '/v1/session', { body: '{' }),
        await h().call('GET', '/nowhere'),
        await h().call('DELETE', '/v1/account'),
        await h().call('OPTIONS', '/v1/account'),
        await h().call('OPTIONS', '/nowhere'),
        await h().session('unknown'),
        await h().signIn('anna', 'correct horse'),
        await h().call('GET', '/healthz'),
      ];
      for (const { status, headers, raw } of answers) {
        const body = JSON.parse(raw);
        assert.deepEqual(Object.keys(body), ['code', 'text', 'params']);
        assert.equal(body.code, status);
        assert.equal(typeof body.text, 'string');
        assert.equal(headers.get('Content-Type'), 'application/json; charset=utf-8');
        assert.equal(headers.get('Cache-Control'), 'no-store');
        assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
        assert.equal(headers.get('Set-Cookie'), null);
        assert.match(headers.get('X-Request-Id') ?? '', /^[\da-f-]{36}$/);
      }
    });

    it('answers HEAD as GET, without a body, and stores nothing of its description', async () => {
      const { token } = (await h().signIn('anna', 'correct horse')).params;
      for (const path of [
        '/v1/session',
        '/v1/account',
        '/v1/creds/tel',
        '/healthz',
        '/readyz',
        '/openapi.json',
        '/x',
      ]) {
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

    it('lets pages of listed origins call, and nobody else', async () => {
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
      assert.equal(allowed.headers.get('Access-Control-Allow-Headers'), 'Content-Type, Authorization, Idempotency-Key');
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

    it('answers a fault of its own with 500 and without a word about it', async () => {
      await h().database.db.exclusively(1, tx => tx.script('alter table tokens rename to hidden'));
      const answer = await h().session('x'.repeat(43));
      await h().database.db.exclusively(1, tx => tx.script('alter table hidden rename to tokens'));
      assertRefused(answer, 500, {});
      assert.deepEqual(JSON.parse(answer.raw), { code: 500, text: 'Internal Server Error', params: {} });
      assert.match(h().log, /"msg":"request failed"/);
    });
  });
}
