/* oxlint-disable no-console -- a command for people */
// npm run bench scale: compares a server on a large database with one on an empty database. It exits with 1 unless the p99 of each kind of call
// (the median of the rounds) is at most twice as high, at most 1 % of the sweep's batches are slow, and neither calls nor the sweep read one
// of the large tables as a whole. It needs PostgreSQL.
// `--accounts 10000000` sets the size of the data set; 100,000 by default. For each account, there are three tokens and one session; for
// every tenth, a counter, a network record and the guard of a number. `--calls` sets how many calls of each kind are made in a round (2,000),
// `--rounds` how many rounds count (5, after one that warms up), and `--rate` how many calls begin in a second (100), however long the others
// take (an open loop).
import assert from 'node:assert/strict';
import pg from 'pg';
import { createLog } from '../src/common/log.js';
import { buildIndexes } from '../src/domain/queries/indexes.js';
import { migrate } from '../src/db/migrations.js';
import { openPostgres } from '../src/db/postgres.js';
import { sweep } from '../src/domain/sweep.js';
import { type RunningServer, startServer } from '../src/server.js';
import { fillLargeTables, largeTables } from '../test/support/large-tables.js';
import { startPostgres } from '../test/support/postgres.js';

const option = (name: string, fallback: number) => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? fallback : Number(process.argv[index + 1]);
};
const accounts = option('accounts', 100_000);
const calls = option('calls', 2000);
const perSecond = option('rate', 100);
const rounds = option('rounds', 5);

/** The time that at most one percent of the sweep's batches may exceed, in milliseconds. */
const slowBatch = 50;

const secret = 'a secret for the bench, long enough to be one';

async function fill(client: pg.Client): Promise<void> {
  // As a replica, PostgreSQL doesn't check foreign keys. With 10 million accounts, the checks would take longer than the inserts.
  await client.query('set statement_timeout = 0; set synchronous_commit = off; set session_replication_role = replica');
  for (const { what, sql } of fillLargeTables(accounts)) {
    const began = performance.now();
    await client.query(sql);
    console.log(`  ${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}

/** Makes `calls` calls, of which `perSecond` begin in a second. Resolves with the 99th percentile of their times in milliseconds. */
async function openLoop(one: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: calls }, async (_, index) => {
      const due = began + (index * 1000) / perSecond;
      await new Promise(resolve => setTimeout(resolve, due - performance.now()));
      await one(index);
      // The time counts from the moment when the call was due, because a call that others hold up is a slow call.
      times.push(performance.now() - due);
    }),
  );
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

/** A server on a database, with the calls to measure. */
class Subject {
  readonly #server: RunningServer;
  readonly #sent: Map<string, string>;
  #number = 0;

  private constructor(server: RunningServer, sent: Map<string, string>) {
    this.#server = server;
    this.#sent = sent;
  }

  static async start(url: string): Promise<Subject> {
    const sent = new Map<string, string>();
    const sms = {
      send({ to, text }: { to: string; text: string }) {
        sent.set(to, text.slice(-6));
        return Promise.resolve();
      },
    };
    const unlimited = '1000000000';
    const env = {
      NODE_ENV: 'development',
      PORT: '0',
      DATABASE_URL: url,
      SERVER_SECRET: secret,
      TRUSTED_PROXIES: '127.0.0.1',
      SENDS_PER_HOUR_TOTAL: unlimited,
      SENDS_PER_DAY_TOTAL: unlimited,
      IPV4_24_ALLOWANCE: '1000000',
      CHALLENGE: 'never',
    };
    return new Subject(await startServer(env, { sms, log: createLog('silent') }), sent);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #call(method: string, path: string, index: number, body?: object, token?: string) {
    const response = await fetch(this.#server.url + path, {
      method,
      headers: {
        'X-Forwarded-For': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { params } = (await response.json()) as { params: { token?: string } };
    assert.equal(response.status, 200, `${method} ${path}`);
    return params;
  }

  /** Makes a round of calls. Resolves with the p99 of each kind in milliseconds. Each round uses new numbers, above those of the stored accounts. */
  async measure(): Promise<Record<string, number>> {
    const first = (this.#number += calls);
    const tel = (index: number) => `791${String(first + index).padStart(8, '0')}`;
    const tokens: string[] = [];
    return {
      'POST, a code': await openLoop(i => this.#call('POST', '/v1/creds/tel', first + i, { tel: tel(i), op: 'add' })),
      'PUT, a code': await openLoop(async i => {
        const body = { tel: tel(i), val: this.#sent.get(tel(i)), op: 'add' };
        tokens[i] = (await this.#call('PUT', '/v1/creds/tel', first + i, body)).token!;
      }),
      'GET, a session': await openLoop(i => this.#call('GET', '/v1/session', first + i, undefined, tokens[i])),
      // The old token stays valid, because nobody uses the new one. The sign-outs use the old one.
      renewal: await openLoop(i => this.#call('PUT', '/v1/session', first + i, undefined, tokens[i])),
      'sign-out': await openLoop(i => this.#call('DELETE', '/v1/session', first + i, undefined, tokens[i])),
    };
  }
}

/**
 * Resolves with how often each large table was read as a whole so far, by any statement, including those of functions and foreign keys.
 */
async function sequentialScans(client: pg.Client): Promise<Record<string, number>> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ relname: string; seq_scan: string }>(
    'select relname, seq_scan from pg_stat_user_tables where relname = any ($1)',
    [largeTables],
  );
  return Object.fromEntries(rows.map(row => [row.relname, Number(row.seq_scan)]));
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const postgres = await startPostgres({ isDurable: true, extra: ['max_wal_size=8GB', 'shared_buffers=512MB'] });
const urls = [await postgres.createDatabase(), await postgres.createDatabase()] as const;
const log = createLog('silent');
const [large, empty] = urls.map(url => openPostgres(url, log, 4)) as [
  ReturnType<typeof openPostgres>,
  ReturnType<typeof openPostgres>,
];
const check = (condition: boolean, text: string) => {
  console.log(`${condition ? 'ok ' : 'NOT'} ${text}`);
  if (!condition) process.exitCode = 1;
};
try {
  for (const db of [large, empty]) await migrate(db);
  const client = new pg.Client({ connectionString: urls[0] });
  // If a call fails, PostgreSQL is stopped while this connection is open. The error to report is that of the call.
  client.on('error', () => undefined);
  await client.connect();
  console.log(`${accounts} accounts, ${accounts * 3} tokens:`);
  await fill(client);
  const beganBuilding = performance.now();
  await Promise.all([large, empty].map(db => buildIndexes(db)));
  console.log(`  indexes of the sweep: ${((performance.now() - beganBuilding) / 1000).toFixed(1)} s`);
  const scansBefore = await sequentialScans(client);

  // This sweep runs before the servers start, because they sweep, too.
  const batches: number[] = [];
  const rows: Record<string, number> = {};
  // It has a pool of its own, which is closed after it: PostgreSQL counts the last scans of a connection only when it is closed, or a second later.
  const sweeping = openPostgres(urls[0], log, 1);
  const failures = await sweep({
    ...sweeping,
    async query<Row>(...[statement, values]: Parameters<typeof sweeping.query>) {
      const began = performance.now();
      const result = await sweeping.query<Row>(statement, values);
      const took = performance.now() - began;
      batches.push(took);
      if (took > slowBatch) console.log(`    ${statement.name} with ${JSON.stringify(values)}: ${took.toFixed(0)} ms`);
      rows[statement.name] = (rows[statement.name] ?? 0) + (result[0] as { count: number }).count;
      return result;
    },
  });
  await sweeping.close();
  const slow = batches.filter(ms => ms > slowBatch).length;
  check(failures.length === 0, `the sweep goes through ${Object.values(rows).reduce((sum, n) => sum + n, 0)} rows`);
  for (const { what, err } of failures) console.log(`    ${what}:`, err);
  check(
    slow <= batches.length / 100,
    `${batches.length} batches, ${slow} of them over ${slowBatch} ms, median ${median(batches).toFixed(1)} ms, the longest ${Math.max(...batches).toFixed(0)} ms`,
  );

  const subjects = await Promise.all(urls.map(url => Subject.start(url)));
  const results: Record<string, { large: number[]; empty: number[] }> = {};
  // The first round warms the servers up.
  for (let round = 0; round <= rounds; round++) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      for (const [kind, p99] of Object.entries(await subjects[side]!.measure())) {
        const result = (results[kind] ??= { large: [], empty: [] });
        if (round > 0) result[side === 0 ? 'large' : 'empty'].push(p99);
      }
    }
  }
  for (const [kind, result] of Object.entries(results)) {
    const [atSize, atNone] = [median(result.large), median(result.empty)];
    check(atSize <= 2 * atNone, `${kind}: p99 ${atSize.toFixed(1)} ms, ${atNone.toFixed(1)} ms on an empty database`);
  }
  await Promise.all(subjects.map(subject => subject.close()));

  const scans = await sequentialScans(client);
  for (const table of largeTables) check(scans[table] === scansBefore[table], `${table} is never read as a whole`);
  await client.end();
} finally {
  await Promise.all([large.close(), empty.close()]);
  await postgres.stop();
}
