/* oxlint-disable no-console -- a command for people */
// npm run bench server: measures the server's throughput relative to its floor (floor.ts), on both databases. It exits with 1 if a call with a
// goal doesn't reach it. `--quick` measures one short round; `--only <text>` runs what has the text in its name, `<database> <call>`.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/support/postgres.js';
import type { Report } from './server-process.js';
import { type Load, load, rawRequest } from './load.js';
import { ServerProcess } from './subject.js';

const quick = process.argv.includes('--quick');
/** A part of the name of what runs, such as `PGlite` or `PostgreSQL renewal`; '' runs all. */
const only = process.argv.find((_, index, all) => all[index - 1] === '--only') ?? '';
const rounds = quick ? 1 : 7;
/** The number of rounds before the measured ones. V8 optimises the server's code until about the fourth. */
const warmUps = quick ? 1 : 4;
const requestsEach = quick ? 500 : 2000;
const passwordsEach = quick ? 40 : 150;
const connections = 32;

/** The ratio to the floor's throughput that the server must reach. */
const goal = 0.7;

/** A kind of call to measure. */
interface Workload {
  readonly name: string;
  readonly count: number;
  /** Whether it has to reach the goal. */
  readonly hasGoal: boolean;
  /** Prepares the database. Resolves with the raw requests to the server and to the floor. */
  prepare(subject: ServerProcess, round: string): Promise<{ server: readonly string[]; floor: readonly string[] }>;
  /** Asserts, from the state of the process after the calls to the server, that each call had its effect once. */
  check(state: Report): void;
}

const creds = '/v1/creds/tel';
const many = (count: number) => Array.from({ length: count }, (_, i) => i);
const numbers = (count: number) => many(count).map(i => `7916${String(i).padStart(7, '0')}`);
const from = (i: number) => ({ 'X-Forwarded-For': `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}` });
const counterName = (i: number) => createHash('sha256').update(`counter ${i}`).digest('base64url').slice(0, 24);
const bare = (path: string, subject: string, i = 0) => rawRequest('GET', `${path}?${subject}&${counterName(i)}`, {});

const workloads: readonly Workload[] = [
  {
    name: 'POST, a code',
    count: requestsEach,
    hasGoal: true,
    prepare() {
      const tels = numbers(this.count);
      return Promise.resolve({
        server: tels.map((tel, i) => rawRequest('POST', creds, from(i), { tel, op: 'add' })),
        floor: tels.map((tel, i) => bare('/send', tel, i)),
      });
    },
    check(state) {
      assert.deepEqual([state.sent, state.repeated], [requestsEach, 0]);
    },
  },
  {
    name: 'PUT, a code',
    count: requestsEach,
    hasGoal: true,
    async prepare(subject) {
      const tels = numbers(this.count);
      await subject.execute({ kind: 'guards', tels });
      return {
        server: tels.map((tel, i) => rawRequest('PUT', creds, from(i), { tel, val: '123456', op: 'add' })),
        floor: tels.map((tel, i) => bare('/verify', tel, i)),
      };
    },
    check(state) {
      assert.equal(state.sessions, requestsEach);
    },
  },
  {
    name: 'renewal',
    count: requestsEach,
    hasGoal: true,
    async prepare(subject, round) {
      const { tokens = [] } = await subject.execute({ kind: 'tokens', count: this.count, round });
      return {
        server: tokens.map(token => rawRequest('PUT', '/v1/session', { Authorization: `Bearer ${token}` })),
        floor: tokens.map((token, i) => bare('/renew', token, i)),
      };
    },
    check(state) {
      assert.equal(state.tokensStored, 2 * requestsEach);
    },
  },
  {
    name: 'password',
    count: passwordsEach,
    hasGoal: false,
    async prepare(subject) {
      const logins = many(this.count).map(i => `person-${i}`);
      const password = 'correct horse';
      await subject.execute({ kind: 'accounts', logins, password });
      return {
        server: logins.map((login, i) => rawRequest('POST', '/v1/session', from(i), { login, password })),
        floor: logins.map(login => bare('/password', login)),
      };
    },
    check(state) {
      assert.equal(state.sessions, passwordsEach);
    },
  },
];

if (!['PGlite', 'PostgreSQL'].some(database => workloads.some(({ name }) => `${database} ${name}`.includes(only))))
  throw new Error(`No call has a name with "${only}".`);

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function measure(subject: ServerProcess, work: Workload, side: 'server' | 'floor', round: string): Promise<Load> {
  await subject.execute({ kind: 'clear' });
  const requests = await work.prepare(subject, round);
  const result = await load(subject[side], requests[side], connections);
  assert.deepEqual(result.statuses, { 200: work.count }, `${work.name}: a request was lost`);
  if (side === 'server') work.check(await subject.execute({ kind: 'state' }));
  return result;
}

const columnWidths = [8, 9, 9, 9, 8, 6];
const formatRow = (name: string, cells: readonly string[]) =>
  name.padEnd(14) + cells.map((cell, index) => cell.padStart(columnWidths[index]!)).join('');

async function bench(name: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  const chosen = workloads.filter(each => `${name} ${each.name}`.includes(only));
  if (chosen.length === 0) return true;
  const subject = await ServerProcess.start(env);
  let reached = true;
  console.log(`\n${name}\n${formatRow('call', ['req/s', 'p50 ms', 'p99 ms', 'floor', 'ratio', 'MB'])}`);
  for (const work of chosen) {
    for (let round = 0; round < warmUps; round++)
      for (const side of ['server', 'floor'] as const) await measure(subject, work, side, `warm-up ${round} ${side}`);
    const runs: { server: Load; floor: Load }[] = [];
    for (let round = 0; round < rounds; round++) {
      // The order alternates, so that other load on the machine affects both.
      const first = round % 2 === 0 ? 'server' : 'floor';
      const second = first === 'server' ? 'floor' : 'server';
      const one = await measure(subject, work, first, `${round} ${first}`);
      const two = await measure(subject, work, second, `${round} ${second}`);
      runs.push(first === 'server' ? { server: one, floor: two } : { server: two, floor: one });
    }
    const { memory = 0 } = await subject.execute({ kind: 'state' });
    const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
    const ratio = of(run => run.server.rate / run.floor.rate);
    const missed = work.hasGoal && ratio < goal;
    reached &&= !missed;
    const cells = [
      of(run => run.server.rate).toFixed(0),
      of(run => run.server.p50).toFixed(1),
      of(run => run.server.p99).toFixed(1),
      of(run => run.floor.rate).toFixed(0),
      ratio.toFixed(2),
      (memory / 1e6).toFixed(0),
    ];
    console.log(formatRow(work.name, cells) + (missed ? `  under ${goal}` : ''));
  }
  await subject.stop();
  return reached;
}

const environment = {
  NODE_ENV: 'development',
  PORT: '0',
  SERVER_SECRET: 'a secret for the bench, long enough to be one',
  TRUSTED_PROXIES: '127.0.0.1',
  SENDS_PER_HOUR_TOTAL: '1000000000',
  SENDS_PER_DAY_TOTAL: '1000000000',
  // The load comes from few /24 networks, which would meet challenges. A call without a challenge runs the same statements.
  CHALLENGE: 'never',
};

console.log(`${requestsEach} requests over ${connections} connections, ${rounds} rounds, medians. The floor is a bare route that
runs the same SQL statements and nothing else. The load is generated on this machine too.
PostgreSQL runs with fsync, as in production.`);
const folder = await mkdtemp(join(tmpdir(), 'aw-bench-'));
const postgres = await startPostgres({ isDurable: true });
try {
  const pglite = await bench('PGlite', { ...environment, DATA_DIR: folder });
  const postgresql = await bench('PostgreSQL', { ...environment, DATABASE_URL: await postgres.createDatabase() });
  process.exitCode = pglite && postgresql ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
