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

  it('finds a number however it is written', async () => {
    await h().start({ COUNTRIES: 'RU,KZ,DE,JP,VN' });
    for (const [phone, names] of [
      [
        tel,
        [
          '89161234567',
          '8 (916) 123-45-67',
          '+7 916 123-45-67',
          ' +7\u00a0916\u00a0123\u201145\u201167 ',
          '007.916.1234567',
        ],
      ],
      ['77011234567', ['87011234567', '8 701 123 45 67', '+7 (701) 123-45-67']],
      ['4915123456789', ['+49 151 23456789', '0049 151 23456789', '49-151-2345-6789']],
      // These begin with the 8 of their country codes.
      ['819012345678', ['+81 90-1234-5678', '819012345678']],
      ['84912345678', ['84912345678', '+84 912 345 678']],
    ] as const) {
      for (const name of names) {
        const { user } = (await h().signInByPhone(phone)).params;
        assert.equal(await remove(name), user, name);
        await h().database.advance(60);
        const again = (await h().signInByPhone(phone)).params.user;
        assert.equal(await deleteAccount(h().database.db, macs, { by: 'phone', value: name }), again, name);
        await h().database.advance(60);
      }
    }
  });

  it('never takes for a login what somebody wrote as a number', async () => {
    // Accounts with such logins were made before these were reserved.
    const text = `insert into accounts (login, password_hash, display_name, created_at)
      values ('89161234567', 'x', 'x', now()), ('8-916-123-45-67', 'x', 'x', now()), ('7.916.123.45.67', 'x', 'x', now())`;
    await h().database.db.query({ name: '', text }, []);
    for (const name of ['89161234567', '8-916-123-45-67', '7.916.123.45.67', '+7 916 123-45-67', '+89161234567'])
      assert.equal(await remove(name), undefined, name);
    assert.equal(await rows('accounts'), 3);
    for (const login of ['89161234567', '8-916-123-45-67', '7.916.123.45.67'])
      assert.notEqual(await deleteAccount(h().database.db, macs, { by: 'login', value: login }), undefined, login);
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
