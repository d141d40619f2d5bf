/* eslint-disable no-console -- a command for people */
// npm run bench:flood: how long a read takes while the server is flooded with writes, as a multiple of its time on the idle
// server, and whether codes are requested at least half as fast as sessions are renewed. Each commit of PostgreSQL takes 10
// ms longer. `--connections 300`: how many of the flood are open, each with a call in flight; `--only <text>`: the floods
// whose names contain the text.
import { startPostgres } from '../test/support/postgres.js';
import { type Load, load, rawRequest } from './load.js';
import { ServerProcess } from './subject.js';

const valueOf = (name: string) => process.argv.find((_, index, all) => all[index - 1] === `--${name}`);
const connections = Number(valueOf('connections') ?? 300);
const only = valueOf('only') ?? '';
const rounds = Number(valueOf('rounds') ?? 5);
const writes = 3000;
const reads = 150;

/** What a read may take under a flood, as a multiple of its idle time. */
const goal = 5;

const many = (count: number) => Array.from({ length: count }, (_, i) => i);
/** An address for each call, or one for all of them. */
const from = (i: number) => ({ 'X-Forwarded-For': `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}` });
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const creds = '/v1/creds/tel';
const tel = (i: number) => `7916${String(i).padStart(7, '0')}`;

interface Flood {
  readonly name: string;
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

/** Milliseconds that reads take, one after the other over one connection. */
async function timeReads(subject: ServerProcess, token: string): Promise<Load> {
  const read = rawRequest('GET', '/v1/session', { Authorization: `Bearer ${token}` });
  return load(subject.server, Array<string>(reads).fill(read), 1);
}

const postgres = await startPostgres({ isDurable: true, extra: ['commit_delay=10000', 'commit_siblings=0'] });
const subject = await ServerProcess.start({ ...env, DATABASE_URL: await postgres.createDatabase() });
console.log(`${connections} connections, ${reads} reads, ${rounds} rounds, medians. Commits take 10 ms longer.\n`);
const rates: Record<string, number> = {};
try {
  for (const flood of floods.filter(({ name }) => name.includes(only))) {
    const results: { idle: Load; flooded: Load; rate: number; statuses: Load['statuses'] }[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      await subject.execute({ kind: 'clear' });
      const requests = await flood.requests(subject, round);
      const { tokens } = await subject.execute({ kind: 'tokens', count: 1, round: `${flood.name} ${round}` });
      const idle = await timeReads(subject, tokens![0]!);
      // The flood goes on until the reads have ended: the same calls again, with whatever answers they get.
      const over = new AbortController();
      let answered = 0;
      const began = performance.now();
      const flooding = (async () => {
        const first = await load(subject.server, requests, connections);
        answered = performance.now() - began;
        while (!over.signal.aborted) await load(subject.server, requests, connections);
        return first;
      })();
      await new Promise(resolve => setTimeout(resolve, 300));
      const flooded = await timeReads(subject, tokens![0]!);
      over.abort();
      const { statuses } = await flooding;
      if (round > 0) results.push({ idle, flooded, rate: (requests.length * 1000) / answered, statuses });
    }
    const of = (pick: (result: (typeof results)[number]) => number) => median(results.map(pick));
    const ratio = of(({ idle, flooded }) => flooded.p50 / idle.p50);
    const ratio99 = of(({ idle, flooded }) => flooded.p99 / idle.p99);
    rates[flood.name] = of(({ rate }) => rate);
    if (ratio > goal) process.exitCode = 1;
    console.log(
      `${ratio <= goal ? 'ok ' : 'NOT'} ${flood.name}: a read takes ${of(r => r.flooded.p50).toFixed(1)} ms, ` +
        `${of(r => r.idle.p50).toFixed(1)} ms on the idle server: ${ratio.toFixed(1)} times as long, p99 ${ratio99.toFixed(1)} times ` +
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
