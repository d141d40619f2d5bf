import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import type { Envelope } from '../support/envelope.js';
import { assertRefused } from '../support/harness.js';

const tel = '79161234567';

onDatabase('a wrapped handler', h => {
  it('answers everything in the envelope, uncached and without cookies', async () => {
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
      const body = JSON.parse(raw) as Envelope;
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

  it('logs what a call was refused for, and by which limit', async () => {
    await h().start({ SENDS_PER_IP: '1' });
    await h().send(tel, { ip: '2001:db8::1' });
    assertRefused(await h().send('79161234568', { ip: '2001:db8::2' }), 429, { what: 'ip' });
    const records = h()
      .log.split('\n')
      .filter(line => line.includes('"status":429'));
    const { what, limit } = JSON.parse(records.at(-1)!) as { what: string; limit: string };
    assert.deepEqual({ what, limit }, { what: 'ip', limit: 'SMS, IPv6 /64' });
  });

  it('answers an internal error with 500 and no details, and logs it', async () => {
    await h().database.db.withAdvisoryLock(1, tx => tx.script('alter table tokens rename to hidden'));
    const answer = await h().session('x'.repeat(43));
    await h().database.db.withAdvisoryLock(1, tx => tx.script('alter table hidden rename to tokens'));
    assertRefused(answer, 500, {});
    assert.deepEqual(JSON.parse(answer.raw), { code: 500, text: 'Internal Server Error', params: {} });
    assert.match(h().log, /"msg":"request failed"/);
  });
});
