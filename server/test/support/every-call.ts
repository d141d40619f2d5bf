import assert from 'node:assert/strict';
import { createMacs } from '../../src/common/crypto.js';
import { deleteAccount, subjectOf } from '../../src/domain/delete-account.js';
import { sweep } from '../../src/domain/sweep.js';
import { SmsError } from '../../src/sms/provider.js';
import { easyWork, solve } from './challenges.js';
import type { TestDatabase } from './databases.js';
import { assertRefused, Harness, testEnvironment } from './harness.js';

/** Makes a server send each of its statements to this database. The rows that the database already has stay. */
export async function callEverything(database: TestDatabase): Promise<void> {
  const h = new Harness({ ...database, reset: () => Promise.resolve() });
  const settings = database.url === undefined ? {} : { DATABASE_URL: database.url };
  const [tel, other, blocked] = ['79161234567', '79161234568', '79161234569'];
  const headers = { 'Idempotency-Key': 'a-key' };
  try {
    await h.start({ ...settings, DEAD_CODES_PER_NUMBER: '1' });
    assert.equal((await h.call('GET', '/readyz')).status, 200);

    assert.equal((await h.send(tel)).status, 200);
    assertRefused(await h.send(tel), 429, { what: 'send', retryAfter: 60 });
    assert.equal((await h.verify(tel, h.codeFor(tel), { headers })).status, 200);
    assertRefused(await h.verify(other, '000000'), 410, { what: 'code' });
    assertRefused(await h.verify(other, '000000'), 429, { what: 'ip' });
    const repeated = await h.verify(tel, h.codeFor(tel), { headers });
    assert.equal(repeated.status, 200);
    const token = repeated.params.token!;
    await h.blockByWrongCodes(blocked, 900);
    h.sms.failure = new SmsError('refused', 'refused');
    assertRefused(await h.send(other), 503, {});
    h.sms.failure = undefined;

    assert.equal((await h.signIn('anna', 'correct horse')).params.created, true);
    assert.equal((await h.signIn('anna', 'correct horse')).params.created, undefined);
    assert.equal((await h.signIn('anna', 'correct horse', { ip: '198.51.100.1' })).status, 200);

    const named = await h.call('PATCH', '/v1/account', { token, body: { displayName: 'Anna' } });
    assert.equal(named.params.displayName, 'Anna');
    assert.equal((await h.session(token)).params.displayName, 'Anna');
    assert.equal((await h.renew(token)).status, 200);
    await database.advance(120);
    const { token: next } = (await h.renew(token)).params;
    assert.equal((await h.session(next!)).status, 200);
    await database.advance(120);
    assertRefused(await h.renew(token), 401, { what: 'token' });
    assert.equal((await h.call('DELETE', '/v1/session', { token: next! })).status, 200);
    assertRefused(await h.session(next!), 401, { what: 'token' });

    assert.ok(await deleteAccount(database.db, createMacs(testEnvironment.SERVER_SECRET), subjectOf(tel)));
    assert.deepEqual(await sweep(database.db), []);

    await h.start({ ...settings, CHALLENGE: 'always', ...easyWork });
    assert.equal((await h.send(other, { headers: await solve(await h.send(other)) })).status, 200);
    // The password is a common one, so the server refuses it, and the solution may be used again.
    const weak = await h.signIn('boris', 'password', { headers: await solve(await h.signIn('boris', 'password')) });
    assertRefused(weak, 422, { what: 'password' });
  } finally {
    await h.stop();
  }
  assert.doesNotMatch(h.log, /"status":500/);
}
