import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createLog } from '../src/common/log.js';
import { type RunningServer, startServer } from '../src/server.js';
import { describeOn } from './support/databases.js';
import { FakeProvider, testEnvironment } from './support/harness.js';
import { pooling, startPostgres, type TestPostgres } from './support/postgres.js';

describeOn('postgres', 'a database whose commits take 10 ms longer', () => {
  let postgres: TestPostgres;
  let server: RunningServer;
  before(async () => {
    postgres = await startPostgres({ isDurable: true, extra: ['commit_delay=10000', 'commit_siblings=0'] });
    const env = {
      ...testEnvironment,
      DATABASE_URL: await postgres.createDatabase(),
      DATABASE_POOLING: pooling,
      SENDS_PER_HOUR_TOTAL: '1000000',
      SENDS_PER_DAY_TOTAL: '1000000',
      IPV4_24_ALLOWANCE: '1000',
    };
    server = await startServer(env, { sms: new FakeProvider(), log: createLog('silent') });
  });
  after(async () => {
    await server.close();
    await postgres.stop();
  });

  let callers = 0;
  const call = async (method: string, path: string, body?: object, token?: string) => {
    callers++;
    const response = await fetch(server.url + path, {
      method,
      headers: {
        'X-Forwarded-For': `10.0.${(callers >> 8) & 255}.${callers & 255}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { params } = (await response.json()) as { params: { token?: string } };
    assert.equal(response.status, 200);
    return params;
  };
  const send = (index: number) =>
    call('POST', '/v1/creds/tel', { tel: `7916${String(index).padStart(7, '0')}`, op: 'add' });
  /** Makes `count` calls, 48 at a time. Resolves to the number of calls per second. */
  const rate = async (count: number, one: (index: number) => Promise<unknown>) => {
    let next = 0;
    const began = performance.now();
    const worker = async () => {
      while (next < count) await one(next++);
    };
    await Promise.all(Array.from({ length: 48 }, worker));
    return (count * 1000) / (performance.now() - began);
  };

  it('handles requests for codes at least half as fast as renewals: no call waits for the commit of another', async () => {
    const tokens: string[] = [];
    for (let n = 0; n < 10; n++) {
      tokens.push((await call('POST', '/v1/session', { login: `person-${n}`, password: 'correct horse' })).token!);
    }
    // Each token is renewed in turn, so that every renewal makes a new token.
    const renew = async (index: number) => {
      let token = tokens[index]!;
      for (let n = 0; n < 12; n++) token = (await call('PUT', '/v1/session', undefined, token)).token!;
    };
    const began = performance.now();
    await Promise.all(tokens.map((_, index) => renew(index)));
    const renewals = 120_000 / (performance.now() - began);
    const sends = await rate(120, send);
    assert.ok(sends >= renewals / 2, `${sends.toFixed()} sends and ${renewals.toFixed()} renewals a second`);
  });
});

describeOn('postgres', 'a database whose commits take 100 ms longer', () => {
  let postgres: TestPostgres;
  let server: RunningServer;
  before(async () => {
    // Otherwise the WAL writer would write what a commit is waiting for.
    const extra = ['commit_delay=100000', 'commit_siblings=0', 'wal_writer_delay=10s'];
    postgres = await startPostgres({ isDurable: true, extra });
    const env = { ...testEnvironment, DATABASE_URL: await postgres.createDatabase(), DATABASE_POOLING: pooling };
    server = await startServer(env, { sms: new FakeProvider(), log: createLog('silent') });
  });
  after(async () => {
    await server.close();
    await postgres.stop();
  });

  const call = async (method: string, path: string, token?: string, body?: object) => {
    const began = performance.now();
    const response = await fetch(server.url + path, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { params } = (await response.json()) as { params: { token?: string } };
    assert.equal(response.status, 200);
    return { token: params.token!, ms: performance.now() - began };
  };

  it('handles a hundred simultaneous requests for codes in less time than a hundred consecutive commits take', async () => {
    const send = (i: number) => call('POST', '/v1/creds/tel', undefined, { tel: `7916${1_000_000 + i}`, op: 'add' });
    await send(0);
    const began = performance.now();
    await Promise.all(Array.from({ length: 100 }, (_, i) => send(i + 1)));
    const ms = performance.now() - began;
    assert.ok(ms < 10_000, `${ms.toFixed()} ms`);
  });

  it('answers the first use of a token without waiting for the disk, and a change of name only after waiting', async () => {
    const firstUses: number[] = [];
    const names: number[] = [];
    // Other work on the machine slows down single calls, so the fastest of five counts.
    for (let n = 0; n < 5; n++) {
      const { token } = await call('POST', '/v1/session', undefined, { login: 'anna', password: 'correct horse' });
      firstUses.push((await call('GET', '/v1/session', token)).ms);
      names.push((await call('PATCH', '/v1/account', token, { displayName: `Anna ${n}` })).ms);
    }
    assert.ok(Math.min(...firstUses) < 100, `${Math.min(...firstUses).toFixed()} ms`);
    assert.ok(Math.max(...names) >= 100, `${Math.max(...names).toFixed()} ms`);
  });
});
