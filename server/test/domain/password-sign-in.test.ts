import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { createMacs } from '../../src/common/crypto.js';
import { loadConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { Admission } from '../../src/domain/admission/admission.js';
import { createChallenges } from '../../src/domain/challenges.js';
import { deleteAccount, subjectOf } from '../../src/domain/delete-account.js';
import { createLimits } from '../../src/domain/rate-limits.js';
import { createPasswordSignIn } from '../../src/domain/password-sign-in.js';
import { sweep } from '../../src/domain/sweep.js';
import { ThreadPool } from '../../src/domain/admission/thread-pool.js';
import { onDatabase } from '../support/on-database.js';
import { assertRefused, testEnvironment } from '../support/harness.js';

const hour = 3600;
const day = 24 * hour;

onDatabase('a sign-in by password', h => {
  it('creates an account for a new login, with the login as its name, and then signs in to it', async () => {
    const made = await h().signIn('Anna.Karenina', 'correct horse');
    assert.equal(made.status, 200);
    const { user, token, ...rest } = made.params;
    assert.deepEqual(rest, { displayName: 'anna.karenina', expiresIn: 1_209_600, created: true });
    assert.match(token!, /^[\w-]{59}$/);
    const again = await h().signIn('ANNA.karenina', 'correct horse');
    assert.equal(again.params.user, user);
    assert.ok(!('created' in again.params));
  });

  it('accepts a password in any Unicode normalization form', async () => {
    await h().signIn('tolstoy', 'Лев Толстой');
    const answer = await h().signIn('tolstoy', 'Лев Толстой'.normalize('NFD'));
    assert.equal(answer.status, 200);
  });

  it('refuses a common password for a new login, and counts it as one', async () => {
    await h().start({ NEW_LOGINS_PER_IP: '2' });
    for (const password of ['password1', 'Qwertyuiop']) {
      assertRefused(await h().signIn('anna-anna', password), 422, { what: 'password' });
    }
    assertRefused(await h().signIn('anna-anna', 'anna-anna'), 429, { what: 'ip' });
    await h().database.advance(hour);
    assert.equal((await h().signIn('anna-anna', 'correct horse')).params.created, true);
  });

  it('accepts a common password for an account that has it, and answers 401 for one that does not', async () => {
    await h().signIn('anna', 'correct horse');
    assertRefused(await h().signIn('anna', 'password1'), 401, { what: 'password' });
    const stored = await hash('password1', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await h().database.db.query({ name: '', text: 'update accounts set password_hash = $1 where login = $2' }, [
      stored,
      'anna',
    ]);
    assert.equal((await h().signIn('anna', 'password1')).status, 200);
  });

  it('refuses a wrong password', async () => {
    await h().signIn('anna', 'correct horse');
    assertRefused(await h().signIn('anna', 'battery staple'), 401, { what: 'password' });
  });

  it('compares the whole password: after a NUL, the 128th character, spaces, case', async () => {
    const pairs = [
      ['correct\0horse', 'correct\0house'],
      [`${'x'.repeat(127)}y`, `${'x'.repeat(127)}z`],
      [`${'ы'.repeat(127)}y`, `${'ы'.repeat(127)}z`],
      [' correct horse ', 'correct horse'],
      ['correct horse', 'Correct horse'],
    ] as const;
    for (const [index, [right, wrong]] of pairs.entries()) {
      assert.equal((await h().signIn(`person-${index}`, right)).params.created, true);
      assertRefused(await h().signIn(`person-${index}`, wrong), 401, { what: 'password' });
      assert.equal((await h().signIn(`person-${index}`, right)).status, 200);
    }
  });
});

onDatabase('the limits of passwords', h => {
  it('double a delay for wrong passwords for one login from one address', async () => {
    await h().start({ PASSWORD_FREE_FAILURES: '3' });
    await h().database.stopClock();
    await h().signIn('anna', 'correct horse', { ip: '192.0.2.9' });
    const fail = (ip = '192.0.2.1') => h().signIn('anna', 'battery staple', { ip });
    for (let i = 0; i < 3; i++) assertRefused(await fail(), 401, { what: 'password' });
    for (const delay of [1, 2, 4, 8]) {
      assertRefused(await fail(), 429, { what: 'ip', retryAfter: delay });
      // The right password is refused as well until then.
      const right = await h().signIn('anna', 'correct horse', { ip: '192.0.2.1' });
      assertRefused(right, 429, { what: 'ip', retryAfter: delay });
      await h().database.advance(delay);
      assertRefused(await fail(), 401, { what: 'password' });
    }
    assertRefused(await fail('192.0.2.2'), 401, { what: 'password' });
    await h().database.advance(16);
    assert.equal((await h().signIn('anna', 'correct horse', { ip: '192.0.2.1' })).status, 200);
    for (let i = 0; i < 3; i++) assertRefused(await fail(), 401, { what: 'password' });
  });

  it('double a delay for wrong passwords for one login from all addresses, up to a minute', async () => {
    await h().start({ PASSWORD_FREE_FAILURES_PER_LOGIN: '2' });
    await h().database.stopClock();
    await h().signIn('anna', 'correct horse');
    const fail = (n: number) => h().signIn('anna', 'battery staple', { ip: `192.0.2.${n}` });
    for (const n of [1, 2]) assertRefused(await fail(n), 401, { what: 'password' });
    for (let n = 3; n < 12; n++) {
      const refused = await fail(n);
      assertRefused(refused, 429, { what: 'ip', retryAfter: Math.min(60, 2 ** (n - 3)) });
      await h().database.advance(refused.params.retryAfter!);
      assertRefused(await fail(n), 401, { what: 'password' });
    }
    assert.equal((await h().signIn('peter', 'correct horse')).status, 200);
  });

  it('allow a number of wrong passwords from one address in an hour, and do not count right ones', async () => {
    await h().start({ PASSWORD_FAILURES_PER_IP: '2' });
    const ip = '192.0.2.1';
    for (const login of ['anna', 'peter', 'maria', 'anna']) {
      assert.equal((await h().signIn(login, 'correct horse', { ip })).status, 200);
    }
    for (const login of ['anna', 'peter']) {
      assertRefused(await h().signIn(login, 'battery staple', { ip }), 401, { what: 'password' });
    }
    const refused = await h().signIn('maria', 'correct horse', { ip });
    assertRefused(refused, 429, { what: 'ip', retryAfter: hour });
    assert.equal((await h().signIn('maria', 'correct horse', { ip: '192.0.2.2' })).status, 200);
  });

  it('allow a number of new accounts from one address in an hour', async () => {
    await h().start({ NEW_LOGINS_PER_IP: '2' });
    const ip = '192.0.2.1';
    for (const login of ['anna', 'peter']) {
      assert.equal((await h().signIn(login, 'correct horse', { ip })).params.created, true);
    }
    assertRefused(await h().signIn('maria', 'correct horse', { ip }), 429, { what: 'ip', retryAfter: hour });
    assert.equal((await h().signIn('anna', 'correct horse', { ip })).status, 200);
    assert.equal((await h().signIn('maria', 'correct horse', { ip: '192.0.2.2' })).params.created, true);
  });
});

onDatabase('a network from which the owner of a login has signed in', h => {
  const wrong = (ip: string) => h().signIn('anna', 'battery staple', { ip });
  const right = (ip: string) => h().signIn('anna', 'correct horse', { ip });

  for (const [version, own, neighbour, strangers] of [
    ['IPv4', '192.0.2.1', '192.0.2.77', (n: number) => `10.${n}.0.1`],
    ['IPv6', '2001:db8:9:1::1', '2001:db8:9:ff00::1', (n: number) => `2001:db8:${n + 10}::1`],
  ] as const) {
    it(`lets the owner in while strangers in 16 networks guess for an hour, ${version}`, async () => {
      await right(own);
      // A network that has guessed fifty times delays itself, but a stranger with the right password waits as well.
      for (let minute = 0; minute < 60; minute++) {
        await wrong(strangers(minute % 16));
        await h().database.advance(60);
      }
      assertRefused(await wrong(strangers(1)), 401, { what: 'password' });
      assertRefused(await right(strangers(17)), 429, { what: 'ip', retryAfter: 60 });
      assert.equal((await right(own)).status, 200);
      assert.equal((await right(neighbour)).status, 200);
    });
  }

  it('is remembered for 90 days after the last sign-in, and no longer than the account', async () => {
    await right('192.0.2.1');
    const count = async () => {
      await sweep(h().database.db);
      const text = 'select count(*)::int as n, max(key) as key from known_networks';
      const [row] = await h().database.db.query<{ n: number; key: string | null }>({ name: '', text }, []);
      assert.doesNotMatch(`${row!.key}`, /192|anna/);
      return row!.n;
    };
    await h().database.advance(60 * day);
    await right('192.0.2.9');
    await h().database.advance(60 * day);
    assert.equal(await count(), 1);
    await right('198.51.100.1');
    assert.equal(await count(), 2);
    await h().database.advance(31 * day);
    assert.equal(await count(), 1);
    await deleteAccount(h().database.db, createMacs(testEnvironment.SERVER_SECRET), subjectOf('anna'));
    assert.equal(await count(), 0);
  });

  it('has delays of its own for wrong passwords', async () => {
    await h().start({ PASSWORD_FREE_FAILURES_PER_LOGIN: '2' });
    await h().database.stopClock();
    await right('192.0.2.1');
    for (const n of [2, 3]) assertRefused(await wrong(`192.0.2.${n}`), 401, { what: 'password' });
    assertRefused(await wrong('192.0.2.4'), 429, { what: 'ip', retryAfter: 1 });
    assertRefused(await wrong('198.51.100.1'), 401, { what: 'password' });
  });
});

onDatabase('a reserved login', h => {
  it('is refused for a new account, in any case and with separators, and stays that of an old one', async () => {
    for (const login of [
      'admin',
      'Support',
      'root',
      '_admin_',
      'a.d.m.i.n',
      'no-reply',
      '79161234567',
      '8-916--123-45-67',
      '298211234',
      '24740123',
    ]) {
      assertRefused(await h().signIn(login, 'correct horse'), 422, { what: 'login' });
    }
    for (const login of ['admin2', 'supporter', '2024', '123456789']) {
      assert.equal((await h().signIn(login, 'correct horse')).params.created, true);
    }
    const text = "update accounts set login = 'admin' where login = 'admin2'";
    await h().database.db.query({ name: '', text }, []);
    assert.equal((await h().signIn('admin', 'correct horse')).status, 200);
    assertRefused(await h().signIn('admin', 'battery staple'), 401, { what: 'password' });
  });
});

describe('many sign-ins by password at once', () => {
  it('leave a thread of the pool for DNS look-ups', async () => {
    const stored = await hash('correct horse', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const order: string[] = [];
    const query: Database['query'] = <Row>({ name }: { name: string }, [first]: readonly unknown[]) => {
      if (name === 'counters-consume')
        return Promise.resolve([{ allowed: (JSON.parse(first as string) as []).length }] as Row[]);
      if (name === 'password-network') return Promise.resolve([{ isKnown: false }] as Row[]);
      if (name === 'counters-release') return Promise.resolve([]);
      if (name === 'password-find') return Promise.resolve([{ id: 'a', hash: stored }] as Row[]);
      order.push(name);
      return Promise.resolve([{ user: 'a', name: 'Anna', seconds: 60 }] as Row[]);
    };
    const never = () => Promise.reject(new Error('unexpected call'));
    const db: Database = { query, transaction: never, maintain: never, withAdvisoryLock: never, close: never };
    const config = loadConfig(testEnvironment);
    const admission = new Admission(db, { connections: 10, maxWaiting: 100 });
    const macs = createMacs('secret');
    const limits = createLimits(config, macs);
    const threads = new ThreadPool(config.maxWaiting);
    const report = () => undefined;
    const tools = { admission, macs, limits, threads, captcha: undefined, report, captchaFailed: report };
    const signIn = createPasswordSignIn(config, admission, limits, createChallenges(config, tools), threads);
    const signIns = Array.from({ length: 40 }, (_, index) =>
      signIn({ login: `login-${index}`, password: 'correct horse', ip: '192.0.2.1' }),
    );
    // By now all of them are hashing or waiting for it.
    await new Promise(resolve => setImmediate(resolve));
    await lookup('localhost');
    order.push('found');
    await Promise.all(signIns);
    assert.equal(order.length, 41);
    assert.ok(order.indexOf('found') < 20, `found after ${order.indexOf('found')} hashes`);
  });
});
