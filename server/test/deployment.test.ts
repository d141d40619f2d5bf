import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { loadConfig } from '../src/config/config.js';
import { settings } from '../src/config/settings.js';
import { MAX_BODY_LENGTH } from '../src/http/body.js';
import { goodSecret } from './support/environment.js';

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
