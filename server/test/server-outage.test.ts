import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import type { Envelope, Params } from './support/envelope.js';
import { until } from './support/harness.js';
import { describeOn } from './support/databases.js';
import { startPostgres, type TestPostgres } from './support/postgres.js';
import { type ServerProcess, startProcess, type TestScope } from './support/process.js';

interface Answered {
  readonly status: number;
  readonly code: number;
  readonly params: Params;
}

async function ask(url: string, method: string, path: string, body?: unknown, token?: string): Promise<Answered> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, params } = (await response.json()) as Envelope;
  return { status: response.status, code, params };
}

const signIn = (url: string, login: string) => ask(url, 'POST', '/v1/session', { login, password: 'correct horse' });
const isReady = async (url: string) => (await fetch(`${url}/readyz`)).status === 200;

/**
 * The PostgreSQL processes in which a statement that counts towards a limit waits for a lock. The build of an index after
 * the start waits for the same lock.
 */
const WAITING = `select pid from pg_stat_activity
  where application_name = 'auth-widget-server' and wait_event_type = 'Lock' and query like '%with clock%'`;

describeOn('postgres', 'a server whose database goes down', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  const start = (t: TestScope, url: string): Promise<ServerProcess> =>
    startProcess(t, {
      NODE_ENV: 'development',
      DATABASE_URL: url,
      DATABASE_POOL: '4',
      SERVER_SECRET: 's'.repeat(32),
      NEW_LOGINS_PER_IP: '100000',
      PASSWORD_FAILURES_PER_IP: '100000',
      SENDS_PER_IP: '100000',
      SENDS_PER_HOUR_TOTAL: '1000000',
      SENDS_PER_DAY_TOTAL: '1000000',
      CHALLENGE: 'never',
    });

  /** Runs `work` with a connection that the server does not use. */
  async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** What ends statements that wait for a lock. `pg_cancel_backend` does it in the same way as `statement_timeout`. */
  const ends: Readonly<Record<string, (watcher: pg.Client, calls: number) => Promise<unknown>>> = {
    'loses its connection': async (watcher, calls) => {
      await until(async () => (await watcher.query(WAITING)).rowCount === calls);
      await watcher.query(`select pg_terminate_backend(pid) from (${WAITING}) as waiting`);
    },
    'is cancelled': async (watcher, calls) => {
      await until(async () => (await watcher.query(WAITING)).rowCount === calls);
      await watcher.query(`select pg_cancel_backend(pid) from (${WAITING}) as waiting`);
    },
    'waits for longer than lock_timeout': () => Promise.resolve(),
  };
  for (const [name, end] of Object.entries(ends)) {
    it(`answers 503 with Retry-After to a call whose statement ${name}, and goes on`, async t => {
      const url = await postgres.createDatabase();
      const database = new URL(url).pathname.slice(1);
      if (name.includes('lock_timeout'))
        await connected(url, client => client.query(`alter database ${database} set lock_timeout = '1s'`));
      const server = await start(t, url);
      const outcomes = await connected(url, holder =>
        connected(url, async watcher => {
          await holder.query('begin');
          await holder.query('lock table counters in access exclusive mode');
          const calls = ['anna', 'maria', 'peter'].map(login => signIn(server.url, login));
          await end(watcher, calls.length);
          const answers = await Promise.all(calls);
          await holder.query('rollback');
          return answers;
        }),
      );
      for (const { status, code, params } of outcomes)
        assert.deepEqual([status, code, params], [503, 503, { retryAfter: 5 }]);
      assert.ok(await isReady(server.url));
      assert.equal((await signIn(server.url, 'anna')).status, 200);
      assert.equal(await server.kill('SIGTERM'), 0);
    });
  }

  it('stops within ten seconds while a statement is waiting for a lock', async t => {
    const url = await postgres.createDatabase();
    const server = await start(t, url);
    await connected(url, holder =>
      connected(url, async watcher => {
        await holder.query('begin');
        await holder.query('lock table counters in access exclusive mode');
        const cut = assert.rejects(signIn(server.url, 'anna'));
        await until(async () => (await watcher.query(WAITING)).rowCount === 1);
        const began = performance.now();
        assert.equal(await server.kill('SIGTERM'), 0);
        const took = (performance.now() - began) / 1000;
        assert.ok(took < 11, `${took} s`);
        await cut;
      }),
    );
    assert.match(server.output(), /"msg":"stopped before everything was closed"}\n.*"msg":"stopped"}\n$/);
  });

  it('is not ready, answers 503 with Retry-After in the envelope, and uses the database again when it is back', async t => {
    const url = await postgres.createDatabase();
    const servers = await Promise.all([start(t, url), start(t, url)]);
    const sessions = await Promise.all(servers.map(server => signIn(server.url, `before-${server.pid}`)));
    let stopped = false;
    let number = 0;
    const seen = new Map<string, number>();
    const reported = new Set<string>();
    const load = servers.flatMap((server, index) =>
      Array.from({ length: 6 }, async (_, worker) => {
        while (!stopped) {
          number++;
          const tel = `7916${String(number).padStart(7, '0')}`;
          const calls: readonly (() => Promise<Answered>)[] = [
            () => signIn(server.url, `login-${worker}-${index}`),
            () => ask(server.url, 'POST', '/v1/creds/tel', { tel, op: 'add' }),
            () => ask(server.url, 'PUT', '/v1/session', undefined, sessions[index]!.params.token),
          ];
          const which = worker % calls.length;
          const { status, code, params } = await calls[which]!();
          assert.equal(code, status);
          const name = `${which} ${status}`;
          seen.set(name, (seen.get(name) ?? 0) + 1);
          if (which === 1 && status === 200) reported.add(tel);
          assert.ok(status === 200 || (status === 503 && params.retryAfter === 5), name);
        }
      }),
    );
    const each = (status: number) => () => [0, 1, 2].every(which => (seen.get(`${which} ${status}`) ?? 0) > 3);
    await until(each(200));
    await postgres.crash();
    await until(each(503));
    for (const server of servers) {
      assert.ok(!(await isReady(server.url)));
      assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    }
    await postgres.recover();
    for (const server of servers) await until(() => isReady(server.url));
    seen.clear();
    await until(each(200));
    stopped = true;
    await Promise.all(load);
    // Every code that was reported as sent is stored.
    const text = 'select tel from phone_guards where code_mac is not null';
    const { rows } = await connected(url, client => client.query<{ tel: string }>(text));
    const kept = new Set(rows.map(({ tel }) => tel));
    for (const tel of reported) assert.ok(kept.has(tel), tel);
    for (const [index, server] of servers.entries()) {
      const token = sessions[index]!.params.token;
      assert.equal((await ask(server.url, 'GET', '/v1/session', undefined, token)).status, 200);
      assert.equal(await server.kill('SIGTERM'), 0);
    }
  });
});
