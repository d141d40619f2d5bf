/* oxlint-disable no-console -- a command for people */
// npm run bench flood: measures how long a read takes while the server is flooded with writes, as a multiple of its time on
// the idle server, and checks that the server takes requests for codes at least half as fast as renewals of sessions. Each
// commit of PostgreSQL is slowed down by 10 ms. `--connections 300` sets how many connections the flood opens, each with a
// call in flight; `--only <text>` runs the floods whose names contain the text; `--rounds 5` sets the number of rounds. A
// server with one thread answers a read after the calls that arrived before it. Therefore a flood over as many connections also
// goes to a bare server (floor.ts), which does nothing for a call.
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/postgres.js';
import { readWholeNumber } from './attack/options.js';
import { type Load, load, rawRequest } from './load.js';
import { ServerProcess } from './subject.js';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
  },
});
const connections = readWholeNumber('connections', values.connections, { min: 1 });
const rounds = readWholeNumber('rounds', values.rounds, { min: 1 });
const writes = 3000;
const reads = 150;

/**
 * How many times as long as on the idle server a read may take under a flood, by their medians. For the exception, see `isRefusedAtOnce`.
 */
const goal = 5;

const many = (count: number) => Array.from({ length: count }, (_, i) => i);
/** The headers of call number `i`. Each call comes from a different address. */
const from = (i: number) => ({ 'X-Forwarded-For': `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}` });
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const creds = '/v1/creds/tel';
const tel = (i: number) => `7916${String(i).padStart(7, '0')}`;

interface Flood {
  readonly name: string;
  /**
   * Whether the server refuses nearly all of these calls without asking the database, as fast as its only thread can. If a bare
   * server doesn't reach the goal with as many connections either, the goal is the multiple that the bare server reaches.
   */
  readonly isRefusedAtOnce?: true;
  requests(subject: ServerProcess, round: number): Promise<readonly string[]>;
}

const floods: readonly Flood[] = [
  {
    name: 'renewals',
    async requests(subject, round) {
      const { tokens = [] } = await subject.execute({ kind: 'tokens', count: writes, round: `flood ${round}` });
      return tokens.map((token, i) =>
        rawRequest('PUT', '/v1/session', { Authorization: `Bearer ${token}`, ...from(i) }),
      );
    },
  },
  {
    name: 'requests for codes',
    requests: () =>
      Promise.resolve(many(writes).map(i => rawRequest('POST', creds, from(i), { tel: tel(i), op: 'add' }))),
  },
  {
    name: 'requests for codes, one number and address',
    isRefusedAtOnce: true,
    requests: () =>
      Promise.resolve(many(writes).map(() => rawRequest('POST', creds, from(0), { tel: tel(0), op: 'add' }))),
  },
  {
    name: 'right codes',
    async requests(subject) {
      await subject.execute({ kind: 'guards', tels: many(writes).map(tel) });
      return many(writes).map(i => rawRequest('PUT', creds, from(i), { tel: tel(i), val: '123456', op: 'add' }));
    },
  },
  {
    name: 'codes for a number without one',
    requests: () =>
      Promise.resolve(
        many(writes).map(i => rawRequest('PUT', creds, from(i), { tel: tel(0), val: '123456', op: 'add' })),
      ),
  },
  {
    name: 'wrong passwords',
    async requests(subject) {
      await subject.execute({ kind: 'accounts', logins: many(300).map(i => `person-${i}`), password: 'correct horse' });
      const password = 'a wrong one';
      return many(300).map(i => rawRequest('POST', '/v1/session', from(i), { login: `person-${i}`, password }));
    },
  },
];

const chosen = floods.filter(({ name }) => name.includes(values.only));
if (chosen.length === 0) throw new Error(`No flood has "${values.only}" in its name.`);

const env = {
  NODE_ENV: 'development',
  PORT: '0',
  SERVER_SECRET: 'a secret for the bench, long enough to be one',
  TRUSTED_PROXIES: '127.0.0.1',
  SENDS_PER_HOUR_TOTAL: '1000000000',
  SENDS_PER_DAY_TOTAL: '1000000000',
  IPV4_24_ALLOWANCE: '1000000',
  CHALLENGE: 'never',
};

/** Measures reads, one after the other over one connection. */
const timeReads = (url: string, read: string): Promise<Load> => load(url, Array<string>(reads).fill(read), 1);

/** Measures reads while `requests` are made over and over. The rate (requests per second) and the statuses are those of their first pass. */
async function timeFlooded(url: string, read: string, requests: readonly string[]) {
  const over = new AbortController();
  const flooding = (async () => {
    const first = await load(url, requests, connections);
    // The answers of the repeated calls don't matter.
    while (!over.signal.aborted) await load(url, requests, connections);
    return first;
  })();
  await new Promise(resolve => setTimeout(resolve, 300));
  const flooded = await timeReads(url, read);
  over.abort();
  const { rate, statuses } = await flooding;
  return { flooded, rate, statuses };
}

/** Measures how long a read takes on a bare server, idle and flooded over as many connections: medians in milliseconds. */
async function timeFloor({ floor }: ServerProcess): Promise<{ readonly idle: number; readonly flooded: number }> {
  const read = rawRequest('GET', '/nothing', {});
  const call = rawRequest('POST', '/nothing', from(0), { tel: tel(0), op: 'add' });
  const results: { idle: number; flooded: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const idle = await timeReads(floor, read);
    const { flooded } = await timeFlooded(floor, read, Array<string>(writes).fill(call));
    if (round > 0) results.push({ idle: idle.p50, flooded: flooded.p50 });
  }
  return { idle: median(results.map(({ idle }) => idle)), flooded: median(results.map(({ flooded }) => flooded)) };
}

const postgres = await startPostgres({ isDurable: true, extra: ['commit_delay=10000', 'commit_siblings=0'] });
const subject = await ServerProcess.start({ ...env, DATABASE_URL: await postgres.createDatabase() });
console.log(`${connections} connections, ${reads} reads, ${rounds} rounds, medians. Commits take 10 ms longer.\n`);
const rates: Record<string, number> = {};
try {
  const bare = await timeFloor(subject);
  console.log(
    `A bare server: a read takes ${bare.flooded.toFixed(1)} ms, ${bare.idle.toFixed(1)} ms when idle: ` +
      `${(bare.flooded / bare.idle).toFixed(1)} times as long\n`,
  );
  for (const flood of chosen) {
    const results: { idle: Load; flooded: Load; rate: number; statuses: Load['statuses'] }[] = [];
    // The first round warms the server up.
    for (let round = 0; round <= rounds; round++) {
      await subject.execute({ kind: 'clear' });
      const requests = await flood.requests(subject, round);
      const { tokens } = await subject.execute({ kind: 'tokens', count: 1, round: `${flood.name} ${round}` });
      const read = rawRequest('GET', '/v1/session', { Authorization: `Bearer ${tokens![0]!}` });
      const idle = await timeReads(subject.server, read);
      const result = await timeFlooded(subject.server, read, requests);
      if (round > 0) results.push({ idle, ...result });
    }
    const of = (pick: (result: (typeof results)[number]) => number) => median(results.map(pick));
    const ratio = of(({ idle, flooded }) => flooded.p50 / idle.p50);
    const ratio99 = of(({ idle, flooded }) => flooded.p99 / idle.p99);
    rates[flood.name] = of(({ rate }) => rate);
    const most = flood.isRefusedAtOnce ? Math.max(goal, bare.flooded / bare.idle) : goal;
    const isReached = ratio <= most;
    if (!isReached) process.exitCode = 1;
    console.log(
      `${isReached ? 'ok ' : 'NOT'} ${flood.name}: a read takes ${of(r => r.flooded.p50).toFixed(1)} ms, ` +
        `${of(r => r.idle.p50).toFixed(1)} ms on the idle server: ${ratio.toFixed(1)} times as long (at most ${most.toFixed(1)}), p99 ${ratio99.toFixed(1)} times ` +
        `(${of(r => r.flooded.p99).toFixed(0)} and ${of(r => r.idle.p99).toFixed(0)} ms). ` +
        `${rates[flood.name]!.toFixed(0)} calls a second, ${JSON.stringify(results.at(-1)!.statuses)}`,
    );
  }
  const [renewals, codes] = [rates['renewals'], rates['requests for codes']];
  if (renewals !== undefined && codes !== undefined) {
    const isFast = codes >= renewals / 2;
    if (!isFast) process.exitCode = 1;
    console.log(
      `${isFast ? 'ok ' : 'NOT'} ${codes.toFixed(0)} requests for codes and ${renewals.toFixed(0)} renewals a second`,
    );
  }
} finally {
  await subject.stop();
  await postgres.stop();
}
