import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { createLog } from '../src/common/log.js';
import { loadConfig } from '../src/config/config.js';
import { settings } from '../src/config/settings.js';
import { migrate } from '../src/db/migrations.js';
import { openPostgres } from '../src/db/postgres.js';
import { MAX_BODY_LENGTH } from '../src/http/body.js';
import { describeOn } from './support/databases.js';
import { goodSecret } from './support/environment.js';
import { startPostgres } from './support/postgres.js';

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
      readonly mem_limit?: string;
      readonly logging?: { readonly options: Readonly<Record<string, string>> };
      readonly depends_on?: Record<string, unknown>;
    }
  >;
}

describe('the deployment', () => {
  it('has a Dockerfile whose files exist and whose process is unprivileged', async () => {
    const lines = (await read('Dockerfile')).split('\n').filter(line => /^[A-Z]+ /.test(line));
    const sent = (await read('Dockerfile.dockerignore')).split('\n');
    assert.ok(sent.includes('*'), 'everything else is ignored');
    const of = (word: string) =>
      lines.filter(line => line.startsWith(`${word} `)).map(line => line.slice(word.length + 1));
    for (const image of of('FROM'))
      assert.match(image, /^node:24\.\d+\.\d+-bookworm-slim( AS build)?$/, 'an exact version');
    for (const copy of of('COPY').filter(line => !line.startsWith('--from'))) {
      const sources = copy.split(' ').slice(0, -1);
      for (const source of sources) {
        assert.ok(existsSync(new URL(`../${source}`, root)), source);
        assert.ok(sent.includes(`!${source}`), `${source} is not sent to the builder`);
      }
    }
    assert.equal(of('USER').at(-1), 'node');
    assert.deepEqual(of('EXPOSE'), [String(settings.PORT.parse(undefined))]);
    const command = JSON.parse(of('CMD').at(-1)!) as string[];
    assert.equal(command[0], 'node', 'no shell between the signals and the server');
    assert.ok((await read('scripts/build.ts')).includes(command.at(-1)!), 'what the build writes');
    assert.match(of('HEALTHCHECK')[0]!, /\/readyz/);
    assert.doesNotMatch(
      lines.slice(lines.lastIndexOf(lines.filter(line => line.startsWith('FROM')).at(-1)!)).join(),
      /tsx|\.ts\b/,
    );
  });

  it('has a bot that updates the images, the packages and the actions', async () => {
    const { updates } = parse(await read('../.github/dependabot.yml')) as {
      readonly updates: readonly { readonly 'package-ecosystem': string; readonly directory: string }[];
    };
    const kinds = updates.map(update => `${update['package-ecosystem']} ${update.directory}`);
    assert.deepEqual(kinds, ['npm /', 'npm /examples', 'docker /server', 'docker-compose /server', 'github-actions /']);
  });

  it('has a compose file with two servers that would start, PostgreSQL and a proxy', async () => {
    const text = await read('compose.yaml');
    const required: Record<string, string> = {
      POSTGRES_PASSWORD: 'password',
      POSTGRES_ADMIN_PASSWORD: 'other password',
      ALLOWED_ORIGINS: 'https://example.org',
      SERVER_SECRET: goodSecret,
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
    const notPassedOn = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'DEMO_DIR'];
    assert.deepEqual(
      environment.map(([name]) => name).sort(),
      Object.keys(settings)
        .filter(name => !notPassedOn.includes(name))
        .sort(),
    );
    // A variable without a value is taken from .env, and left out if it is not there.
    const config = loadConfig(Object.fromEntries(environment.map(([name, value]) => [name, value ?? undefined])));
    assert.equal(config.development, false);
    assert.equal(config.databaseUrl, 'postgres://auth:password@database/auth');
    // Only the proxy and the gateway are trusted, and no container gets their addresses.
    const network = (parse(filled) as { networks: { proxied: { ipam: { config: Record<string, string>[] } } } })
      .networks;
    const [{ subnet, ip_range: range, gateway }] = network.proxied.ipam.config as [Record<string, string>];
    assert.deepEqual([subnet, range, gateway], ['172.31.255.0/28', '172.31.255.8/29', '172.31.255.1']);
    const isTrusted = (address: string) => config.trustedProxies!.check(address);
    assert.deepEqual(['172.31.255.1', '172.31.255.2'].map(isTrusted), [true, true]);
    assert.deepEqual(
      ['172.31.255.3', '172.31.255.8', '172.17.0.1', '192.168.0.1'].map(isTrusted),
      Array(4).fill(false),
    );
    for (const [name, { logging }] of Object.entries(services)) {
      assert.deepEqual(logging?.options, { 'max-size': '20m', 'max-file': '5' }, name);
    }
    assert.ok(existsSync(new URL(`${server!.build!.context}/${server!.build!.dockerfile}`, root)));
    for (const service of [database, proxy])
      assert.match(service!.image!, /:\d+\.\d+(\.\d+)?-bookworm$/, 'an exact version');
    for (const [name, { mem_limit }] of Object.entries(services)) assert.match(mem_limit ?? '', /^\d+[mg]$/, name);
    const heap = Number(/--max-old-space-size=(\d+)/.exec(await read('Dockerfile'))?.[1]);
    assert.ok(heap > 0 && heap < parseInt(server!.mem_limit!, 10) * 0.75, 'the heap is smaller than the memory');
    for (const mount of proxy!.volumes!) assert.ok(existsSync(new URL(mount.split(':')[0]!, root)), mount);
    for (const { depends_on } of Object.values(services)) {
      for (const name of Object.keys(depends_on ?? {})) assert.ok(name in services, name);
    }
    const example = await read('deploy/example.env');
    for (const name of Object.keys(required)) assert.match(example, new RegExp(`^${name}=`, 'm'));
    const nginx = await read('deploy/nginx.conf');
    assert.match(nginx, /server server:5173 resolve;/);
    // With Docker's resolver, nginx repeats the look-up of the name. `resolve` needs nginx 1.27.3.
    assert.match(nginx, /^ {2}zone \w+ 64k;\n {2}resolver 127\.0\.0\.11 valid=5s ipv6=off;$/m);
    const [, minor] = /^nginx:1\.(\d+)\./.exec(proxy!.image!) ?? [];
    assert.ok(Number(minor) >= 28);
    const [, kilobytes] = /client_max_body_size (\d+)k;/.exec(nginx) ?? [];
    assert.ok(
      Number(kilobytes) * 1024 > MAX_BODY_LENGTH,
      'the servers themselves refuse larger bodies, in the envelope',
    );
  });
});

describeOn('postgres', 'the database of the deployment', () => {
  const isInstalled = spawnSync('psql', ['--version']).status === 0;

  it('has a role for the servers that owns it, and can do nothing else', { skip: !isInstalled }, async t => {
    const postgres = await startPostgres();
    t.after(() => postgres.stop());
    const admin = new URL(await postgres.createDatabase());
    const password = `a 'quoted' "password"`;
    const script = spawnSync('sh', [fileURLToPath(new URL('deploy/database.sh', root))], {
      env: {
        PATH: process.env['PATH'],
        PGHOST: admin.searchParams.get('host') ?? admin.hostname,
        PGPORT: admin.port,
        POSTGRES_USER: decodeURIComponent(admin.username),
        PGPASSWORD: decodeURIComponent(admin.password),
        AUTH_PASSWORD: password,
      },
      encoding: 'utf8',
    });
    assert.equal(script.status, 0, script.stderr);
    const url = new URL(admin);
    url.username = 'auth';
    url.password = encodeURIComponent(password);
    url.pathname = '/auth';
    const db = openPostgres(url.href, createLog('silent'), 1);
    t.after(() => db.close());
    assert.ok((await migrate(db)).length > 0);
    const text = 'select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user';
    assert.deepEqual(await db.query({ name: '', text }, []), [
      { rolsuper: false, rolcreaterole: false, rolcreatedb: false },
    ]);
  });
});
