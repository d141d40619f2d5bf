import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSweepStatements } from '../../src/domain/queries/expired-rows.js';
import { sweep } from '../../src/domain/sweep.js';
import { reuseMemoryHours } from '../../src/domain/token-reuse.js';
import { onDatabase } from '../support/on-database.js';
import { assertRefused, type Harness } from '../support/harness.js';

const tel = '79161234567';
const minute = 60;
const day = 86_400;

/** Opens a session, renews its token, and uses the new token. */
async function renewed(h: Harness): Promise<{ old: string; current: string }> {
  const old = (await h.signInByPhone(tel)).params.token!;
  const current = (await h.renew(old)).params.token!;
  assert.equal((await h.session(current)).status, 200);
  return { old, current };
}

const over = { what: 'token' };
const events = (h: Harness) =>
  [...h.log.matchAll(/"event":"(replaced-token|reuse-ended|sign-out)"/g)].map(([, event]) => event);

onDatabase('a token that was replaced long ago, with REUSE=end', h => {
  for (const [name, use] of Object.entries({
    read: (token: string) => h().session(token),
    renewed: (token: string) => h().renew(token),
    'given a name': (token: string) => h().call('PATCH', '/v1/account', { token, body: { displayName: 'Анна' } }),
  })) {
    it(`ends its session when it is ${name}`, async () => {
      await h().start({ REUSE: 'end' });
      const before = events(h()).length;
      const { old, current } = await renewed(h());
      await h().database.advance(11 * minute);
      assertRefused(await use(old), 401, over);
      assertRefused(await h().session(current), 401, over);
      assertRefused(await use(old), 401, over);
      assert.deepEqual(events(h()).slice(before), ['replaced-token', 'reuse-ended']);
    });
  }

  it('ends no other session of the account', async () => {
    await h().start({ REUSE: 'end' });
    const { old } = await renewed(h());
    await h().database.advance(11 * minute);
    const second = (await h().signInByPhone(tel)).params.token!;
    assertRefused(await h().session(old), 401, over);
    assert.equal((await h().session(second)).status, 200);
  });

  it('is remembered for the life of a token, through the sweep', async () => {
    await h().start({ REUSE: 'end' });
    const { old, current } = await renewed(h());
    await h().database.advance(13 * day);
    await sweep(h().database.db, undefined, createSweepStatements(reuseMemoryHours(14 * day)));
    assertRefused(await h().session(old), 401, over);
    assertRefused(await h().session(current), 401, over);
  });

  it('does not end a session for tabs that renew at once, lost answers, or calls that are some minutes late', async () => {
    await h().start({ REUSE: 'end' });
    const old = (await h().signInByPhone(tel)).params.token!;
    // After a lost answer, and in another tab, a renewal returns the same successor again.
    const lost = (await h().renew(old)).params.token!;
    const first = (await h().renew(old)).params.token!;
    assert.equal(first, lost);
    assert.equal((await h().session(first)).status, 200);
    // The other tab hasn't seen the new token, and renews the old one after the first use of its successor.
    const second = (await h().renew(old)).params.token!;
    assert.notEqual(second, first);
    assert.equal((await h().session(second)).status, 200);
    await h().database.advance(9 * minute);
    assertRefused(await h().session(old), 401, over);
    assertRefused(await h().renew(old), 401, over);
    await h().database.advance(day);
    for (const token of [first, second]) assert.equal((await h().renew(token)).status, 200);
  });

  it('ends nothing if its successor was never used, or for an unknown token', async () => {
    await h().start({ REUSE: 'end' });
    const old = (await h().signInByPhone(tel)).params.token!;
    const unused = (await h().renew(old)).params.token!;
    await h().database.advance(11 * minute);
    assert.equal((await h().session(old)).status, 200);
    assertRefused(await h().session('x'.repeat(43)), 401, over);
    assert.equal((await h().session(unused)).status, 200);
  });

  it('ends nothing by default', async () => {
    const { old, current } = await renewed(h());
    await h().database.advance(11 * minute);
    assertRefused(await h().session(old), 401, over);
    assertRefused(await h().renew(old), 401, over);
    assert.equal((await h().session(current)).status, 200);
  });
});
