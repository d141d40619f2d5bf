import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { parse } from 'yaml';
import { loadConfig } from '../src/config.js';
import type { Database } from '../src/db/database.js';
import { migrate, MigrationError, migrations } from '../src/db/migrations.js';
import { openPGlite } from '../src/db/pglite.js';
import { openPostgres } from '../src/db/postgres.js';
import { bodyLimit } from '../src/http/body.js';
import { createLog } from '../src/log.js';
import { startServer } from '../src/server.js';
import { settings } from '../src/settings.js';
import { withSettingsTable } from '../src/settings-table.js';
import { FakeProvider, testEnvironment } from './support/harness.js';
import { startPostgres, type TestPostgres } from './support/postgres.js';
import { NotStarted, startProcess } from './support/process.js';

const root = new URL('../', import.meta.url);
const read = (name: string) => readFile(new URL(name, root), 'utf8');

interface Compose {
  readonly services: Record<
    string,
    {
      readonly image?: string;
      readonly build?: { readonly context: string; readonly dockerfile: string };
      readonly deploy?: { readonly replicas: number };
      readonly environment?: Record<string, string | null>;
      readonly volumes?: readonly string[];
      readonly depends_on?: Record<string, unknown>;
    }
  >;
}

describe('documentation and deployment', () => {
  it('has the table of all settings in the README, generated from the schema', async () => {
    const page = await read('README.md');
    const file = fileURLToPath(new URL('README.md', root));
    const fresh = await format(withSettingsTable(page), { ...(await resolveConfig(file)), parser: 'markdown' });
    assert.equal(page, fresh, 'npm run settings --workspace demo/server writes it');
    for (const name of Object.keys(settings)) assert.ok(page.includes(`| \`${name}\``), name);
  });

  it('has a Dockerfile of things that exist, run without privileges', async () => {
    const lines = (await read('Dockerfile')).split('\n').filter(line => /^[A-Z]+ /.test(line));
    const sent = (await read('Dockerfile.dockerignore')).split('\n');
    assert.ok(sent.includes('*'), 'only what is named');
    const of = (word: string) =>
      lines.filter(line => line.startsWith(`${word} `)).map(line => line.slice(word.length + 1));
    for (const image of of('FROM')) assert.match(image, /^node:20-/);
    for (const copy of of('COPY').filter(line => !line.startsWith('--from'))) {
      const sources = copy.split(' ').slice(0, -1);
      for (const source of sources) {
        assert.ok(existsSync(new URL(`../../${source}`, root)), source);
        assert.ok(sent.includes(`!${source}`), `${source} is kept from the builder`);
      }
    }
    assert.equal(of('USER').at(-1), 'node');
    assert.deepEqual(of('EXPOSE'), [String(settings.PORT.parse(undefined))]);
    const command: string[] = JSON.parse(of('CMD').at(-1)!);
    assert.equal(command[0], 'node', 'no shell between the signals and the server');
    assert.ok(existsSync(new URL(command.at(-1)!, root)));
    assert.match(of('HEALTHCHECK')[0]!, /\/healthz/);
  });

  it('has a compose file whose servers would start: two of them, PostgreSQL, a proxy', async () => {
    const text = await read('compose.yaml');
    const required: Record<string, string> = {
      POSTGRES_PASSWORD: 'password',
      ALLOWED_ORIGINS: 'https://example.org',
      SERVER_SECRET: 's'.repeat(64),
      SMS_PROVIDER: 'smsru',
      SMS_API_KEY: 'key',
      SMS_SENDER: 'Example',
    };
    const filled = text.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => {
      assert.ok(name in required, name);
      return required[name]!;
    });
    const { services } = parse(filled) as Compose;
    assert.deepEqual(Object.keys(services), ['database', 'server', 'proxy']);
    const { server, database, proxy } = services;
    assert.equal(server!.deploy?.replicas, 2);
    const environment = Object.entries(server!.environment!);
    const settled = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'DEMO_DIR'];
    assert.deepEqual(
      environment.map(([name]) => name).sort(),
      Object.keys(settings)
        .filter(name => !settled.includes(name))
        .sort(),
    );
    // What .env does not have is left out.
    const config = loadConfig(Object.fromEntries(environment.map(([name, value]) => [name, value ?? undefined])));
    assert.equal(config.development, false);
    assert.equal(config.databaseUrl, 'postgres://auth:password@database/auth');
    assert.ok(existsSync(new URL(`${server!.build!.context}/${server!.build!.dockerfile}`, root)));
    for (const service of [database, proxy]) assert.match(service!.image!, /:\d/, 'a version');
    for (const mount of proxy!.volumes!) assert.ok(existsSync(new URL(mount.split(':')[0]!, root)), mount);
    for (const { depends_on } of Object.values(services)) {
      for (const name of Object.keys(depends_on ?? {})) assert.ok(name in services, name);
    }
    const example = await read('deploy/example.env');
    for (const name of Object.keys(required)) assert.match(example, new RegExp(`^${name}=`, 'm'));
    const nginx = await read('deploy/nginx.conf');
    assert.match(nginx, /server server:5173 resolve;/);
    // Docker's own, without which no name is looked up twice; nginx can do it from 1.27.3 on.
    assert.match(nginx, /^ {2}zone \w+ 64k;\n {2}resolver 127\.0\.0\.11 valid=5s ipv6=off;$/m);
    const [, minor] = /^nginx:1\.(\d+)-/.exec(proxy!.image!) ?? [];
    assert.ok(Number(minor) >= 28);
    const [, kilobytes] = /client_max_body_size (\d+)k;/.exec(nginx) ?? [];
    assert.ok(Number(kilobytes) * 1024 > bodyLimit, 'the servers answer what is too large, in the envelope');
  });

  it('tells that a port is taken', async t => {
    const first = await startProcess(t, { NODE_ENV: 'development', DATA_DIR: 'memory://' });
    const { port } = new URL(first.url);
    const second = startProcess(t, { NODE_ENV: 'development', DATA_DIR: 'memory://', PORT: port });
    await assert.rejects(second, error => {
      assert.ok(error instanceof NotStarted);
      const said = `The server did not start. Port ${port} on 127.0.0.1 is taken: set PORT to another one.\n`;
      assert.ok(error.message.endsWith(said), error.message);
      return true;
    });
    await first.kill('SIGTERM');
  });

  it('is not ready when the database does not answer, and healthy all the same', async () => {
    const refuse = () => Promise.reject(new Error('the database is away'));
    const away: Database = { query: refuse, transaction: refuse, exclusively: async () => [] as never, close: refuse };
    const parts = { db: away, sms: new FakeProvider(), log: createLog('silent') };
    const server = await startServer(testEnvironment, parts);
    const ready = await fetch(`${server.url}/readyz`);
    assert.deepEqual(await ready.json(), { code: 503, text: 'Service Unavailable', params: {} });
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    await server.close();
  });
});

describe('migrations', () => {
  const versions = migrations.map(({ version }) => version);
  const next = versions.length + 1;
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  const open = async () => {
    const url = await postgres.createDatabase();
    return () => openPostgres(url, createLog('silent'), 2);
  };

  it('are applied once by many processes that start at the same time', async () => {
    const connect = await open();
    const databases = Array.from({ length: 8 }, connect);
    const applied = await Promise.all(databases.map(db => migrate(db)));
    assert.deepEqual(
      applied.filter(versions => versions.length > 0),
      [versions],
    );
    await Promise.all(databases.map(db => db.close()));
  });

  it('add to the database of an earlier server what is new, and keep what is in it', async () => {
    for (const connect of [await open(), () => openPGlite('memory://')]) {
      const db = await connect();
      await migrate(db, migrations.slice(0, 1));
      const text = `insert into phone_guards (tel, code_id, next_send_at, day_sends, day_ends_at)
        values ('79161234567', 'x', auth_now(), 1, auth_now())`;
      await db.query({ name: '', text }, []);
      assert.deepEqual(await migrate(db), versions.slice(1));
      assert.deepEqual(await db.query({ name: '', text: 'select tel, try_key from phone_guards' }, []), [
        { tel: '79161234567', try_key: null },
      ]);
      await db.close();
    }
  });

  it('leave nothing behind when a step fails', async () => {
    const connect = await open();
    const db = connect();
    const steps = [
      ...migrations,
      { version: next, name: 'broken', sql: 'create table extra (a int); select nonsense' },
    ];
    await assert.rejects(migrate(db, steps));
    assert.deepEqual(await migrate(db), versions);
    await assert.rejects(db.query({ name: '', text: 'select * from extra' }, []));
    const sound = { version: next, name: 'sound', sql: 'create table extra (a int)' };
    assert.deepEqual(await migrate(db, [...migrations, sound]), [next]);
    await db.close();
  });

  it('refuse a database that a newer server has migrated, or that was migrated by other steps', async () => {
    for (const connect of [await open(), () => openPGlite('memory://')]) {
      const db = await connect();
      await migrate(db, [...migrations, { version: next, name: 'later', sql: 'select 1' }]);
      await assert.rejects(migrate(db), MigrationError);
      const changed = [{ ...migrations[0]!, sql: `${migrations[0]!.sql} -- changed` }, ...migrations];
      await assert.rejects(migrate(db, changed), /was changed after it had been applied/);
      await db.close();
    }
  });

  it('have versions in order, each once', () => {
    assert.deepEqual(
      versions,
      migrations.map((_, index) => index + 1),
    );
  });
});
