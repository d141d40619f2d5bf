import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMacs } from '../../src/common/crypto.js';
import { deleteAccount, subjectOf } from '../../src/domain/delete-account.js';
import { onDatabase } from '../support/on-database.js';
import { assertRefused, testEnvironment } from '../support/harness.js';

const tel = '79161234567';
const macs = createMacs(testEnvironment.SERVER_SECRET);
const tables = ['accounts', 'phone_guards', 'sessions', 'tokens', 'replays'];

onDatabase('the deletion of an account', h => {
  const remove = (text: string) => deleteAccount(h().database.db, macs, subjectOf(text));
  const rows = async (table: string) => {
    const text = `select count(*)::int as n from ${table}`;
    return (await h().database.db.query<{ n: number }>({ name: '', text }, []))[0]!.n;
  };

  it('removes everything about it, and nothing about others', async () => {
    await h().signIn('anna', 'correct horse');
    const before = Object.fromEntries(
      await Promise.all(tables.map(async table => [table, await rows(table)] as const)),
    );
    await h().send(tel);
    const key = { headers: { 'Idempotency-Key': 'a-key' } };
    const { user, token, device } = (await h().verify(tel, h().codeFor(tel), key)).params;
    await h().renew(token!);
    await h().verify(tel, '000000');
    await h().verify(tel, '000000', { headers: { 'X-Auth-Device': device! } });
    assert.equal(await remove(tel), user);
    for (const table of tables) assert.equal(await rows(table), before[table], table);
    for (const kind of ['sign-in', 'dead code', 'asked dead code']) {
      const text = `select from counters where key = '${macs.counter(kind, tel)}'`;
      assert.equal((await h().database.db.query({ name: '', text }, [])).length, 0, kind);
    }
    assertRefused(await h().session(token!), 401, { what: 'token' });
    assert.notEqual((await h().signInByPhone(tel)).params.user, user);
  });

  it('finds it by its id, its number or its login, and by nothing else', async () => {
    const byLogin = (await h().signIn('Anna', 'correct horse')).params.user;
    assert.equal(await remove('Anna'), byLogin);
    const byId = (await h().signIn('anna', 'correct horse')).params.user!;
    assert.equal(await remove(byId), byId);
    assert.equal(await remove(byId), undefined);
    assert.equal(await remove('nobody'), undefined);
  });

  it('finds a number of any country, with or without a plus and in a legacy form', async () => {
    await h().start({ COUNTRIES: 'MX,DE,AC' });
    for (const [phone, names] of [
      ['525512345678', ['525512345678', '+525512345678', '5215512345678', '+5215512345678']],
      ['4915123456789', ['4915123456789', '+4915123456789']],
      ['24740123', ['24740123', '+24740123']],
    ] as const) {
      for (const name of names) {
        const { user } = (await h().signInByPhone(phone)).params;
        assert.equal(await remove(name), user, name);
        await h().database.advance(60);
      }
    }
  });

  it('takes a number for a number, whoever has it as login, unless it is said to be a login', async () => {
    const ofLogin = (await h().signIn(tel, 'correct horse')).params.user;
    assert.equal(await remove(tel), undefined);
    const ofNumber = (await h().signInByPhone(tel)).params.user;
    assert.equal(await deleteAccount(h().database.db, macs, { by: 'login', value: tel }), ofLogin);
    assert.equal(await deleteAccount(h().database.db, macs, { by: 'login', value: tel }), undefined);
    assert.equal(await deleteAccount(h().database.db, macs, { by: 'id', value: tel }), undefined);
    assert.equal(await deleteAccount(h().database.db, macs, { by: 'phone', value: tel }), ofNumber);
  });
});
