// A real Ory Kratos for the tests, with its own PostgreSQL. Its courier sends the SMS to a receiver in this file.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import pg from 'pg';
import { skipReason as noPostgres, startPostgres } from '../../../server/test/support/postgres.js';
import { until } from '../../e2e/support/until.mjs';

/** A module without types. */
const { provideKratos } = (await import(new URL('../../../scripts/engines/kratos.mjs', import.meta.url).href)) as {
  provideKratos(): Promise<string>;
};

/** The path of the program, or why there is none. */
const program = await provideKratos().catch((error: unknown) => error as Error);

/** Why these tests are skipped; undefined if they run. */
export const skipReason: string | undefined = noPostgres ?? (program instanceof Error ? program.message : undefined);

export interface KratosServer {
  /** The public address, for `KratosBackend`. */
  readonly url: string;
  readonly adminUrl: string;
  /** The texts of the SMS to a number in wire form, in order. */
  smsTo(phone: string): readonly string[];
  /** Resolves with the code of the newest SMS to a number, once the courier has sent it. */
  readCode(phone: string): Promise<string>;
  /** Makes the codes sent to a number expire. */
  expireCodes(phone: string): Promise<void>;
  /** Lets seconds pass for all sessions, by moving their times into the past. */
  age(seconds: number): Promise<void>;
  query(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
}

const CODE_TABLES = ['identity_login_codes', 'identity_registration_codes'];

/**
 * Whether the release is 1.3 or older, which sends the code of a registration through the courier for mail alone. A program
 * that was built from source doesn't know its version, so it is searched for a setting that came after 1.3.
 */
export const SENDS_BY_MAIL = typeof program === 'string' && !readFileSync(program).includes('max_submissions');
/** What follows a number in the traits. The courier for mail sends only to an address. */
export const NUMBER_SUFFIX = SENDS_BY_MAIL ? '@sms.test' : '';
/** `toPhoneNumber` of the adapter for this release. */
export const toPhoneNumber = (phone: string) => `+${phone}${NUMBER_SUFFIX}`;

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Finds a free port. The server needs its number in advance, so another process may take the port before it starts. */
async function findFreePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Receives what the courier sends. */
function createReceiver(inbox: Map<string, string[]>): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { to, text } = JSON.parse(Buffer.concat(chunks).toString()) as { to: string; text: string };
      const [phone = ''] = /\d+/.exec(to) ?? [];
      inbox.set(phone, [...(inbox.get(phone) ?? []), text]);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
}

/**
 * Writes the schema of a person that this release can register into `folder`. Returns the path of the file.
 * @param file the schema beside kratos.yml
 */
function writePersonSchema(folder: string, file: string): string {
  const schema = readFileSync(file, 'utf8');
  const mailSchema = schema.replace('"tel"', '"email"').replace('"via": "sms"', '"via": "email"');
  const written = path.join(folder, 'person.json');
  writeFileSync(written, SENDS_BY_MAIL ? mailSchema : schema);
  return written;
}

/**
 * The settings that differ from kratos.yml, which is for a site.
 * @param fixture gives the path of a file beside kratos.yml
 */
function settingsOf(
  personSchema: string,
  fixture: (name: string) => string,
  [publicPort, adminPort]: number[],
  smsUrl: string,
  origins: readonly string[],
) {
  const request = { url: smsUrl, method: 'POST', body: `file://${fixture('sms.jsonnet')}` };
  return {
    serve: {
      public: {
        host: '127.0.0.1',
        port: publicPort,
        base_url: `http://127.0.0.1:${publicPort}/`,
        cors: { allowed_origins: origins },
      },
      admin: { host: '127.0.0.1', port: adminPort, base_url: `http://127.0.0.1:${adminPort}/` },
    },
    selfservice: {
      default_browser_return_url: `http://127.0.0.1:${publicPort}/`,
      // Otherwise passwords are looked up on the internet.
      methods: { password: { config: { haveibeenpwned_enabled: false } } },
    },
    identity: {
      schemas: [
        { id: 'person', url: `file://${personSchema}` },
        { id: 'imported', url: `file://${fixture('identity.schema.json')}` },
      ],
    },
    courier: {
      channels: [{ id: 'sms', type: 'http', request_config: request }],
      delivery_strategy: 'http',
      http: { request_config: request },
      worker: { pull_wait: '50ms' },
    },
    secrets: { cookie: [randomBytes(16).toString('hex')], cipher: [randomBytes(16).toString('hex')] },
    hashers: { algorithm: 'bcrypt', bcrypt: { cost: 4 } },
    log: { level: 'error' },
  };
}

/** Starts Kratos with the configuration of docs/backends/kratos.md. `stops` gets what has to be stopped. */
async function startKratos(
  origins: readonly string[],
  configuration: string,
  stops: (() => unknown)[],
): Promise<KratosServer> {
  const fixture = (name: string) => path.join(configuration, name);
  if (program instanceof Error) throw program;
  const postgres = await startPostgres();
  stops.push(() => postgres.stop());
  const database = await postgres.createDatabase();
  const client = new pg.Client({ connectionString: database });
  stops.push(() => client.end());
  await client.connect();
  const inbox = new Map<string, string[]>();
  const receiver = createReceiver(inbox);
  const smsUrl = await listen(receiver);
  stops.push(() => receiver.close());
  const folder = mkdtempSync(path.join(tmpdir(), 'kratos-'));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const ports = [await findFreePort(), await findFreePort()];
  const settings = path.join(folder, 'settings.json');
  const personSchema = writePersonSchema(folder, fixture('identity.schema.json'));
  writeFileSync(settings, JSON.stringify(settingsOf(personSchema, fixture, ports, smsUrl, origins)));

  const env = { ...process.env, DSN: database, SQA_OPT_OUT: 'true' };
  const configs = ['-c', fixture('kratos.yml'), '-c', settings];
  let output = '';
  const run = (...args: string[]) => {
    const child = spawn(program, [...args, ...configs], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-4000)));
    return child;
  };
  const migration = run('migrate', 'sql', '-e', '--yes');
  const [status] = (await once(migration, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`The tables of Kratos were not created:\n${output}`);
  const server = run('serve', '--dev', '--watch-courier');
  stops.push(async () => {
    if (server.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit');
  });
  const [url, adminUrl] = ports.map(port => `http://127.0.0.1:${port}`) as [string, string];
  await until('Kratos runs', async () => {
    if (server.exitCode !== null) throw new Error(`Kratos did not start:\n${output}`);
    return (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok;
  });

  const query: KratosServer['query'] = async (sql, ...values) => {
    const { rows } = await client.query<Record<string, unknown>>(sql, values);
    return rows;
  };
  const smsTo = (phone: string) => inbox.get(phone) ?? [];
  return {
    url,
    adminUrl,
    smsTo,
    query,
    async readCode(phone) {
      // An SMS is queued before the call is answered: 1 is queued, 3 is being sent.
      const queued = 'select 1 from courier_messages where recipient like $1 and status in (1, 3)';
      await until('the SMS is sent', async () => (await query(queued, `+${phone}%`)).length === 0);
      return /\b\d{6}\b/.exec(smsTo(phone).at(-1) ?? '')![0];
    },
    async expireCodes(phone) {
      for (const table of CODE_TABLES)
        await query(`update ${table} set expires_at = now() - interval '1 second' where address like $1`, `+${phone}%`);
    },
    async age(seconds) {
      const past = (column: string) => `${column} = ${column} - make_interval(secs => $1)`;
      await query(
        `update sessions set ${['issued_at', 'authenticated_at', 'expires_at'].map(past).join(', ')}`,
        seconds,
      );
    },
  };
}

/**
 * Starts Kratos before the tests of a file, and stops it after them.
 * @param origins the origins of the site's pages
 * @param configuration the folder with kratos.yml
 * @returns the server, which can be used once it runs
 */
export function setUpKratos(
  origins: () => readonly string[] = () => ['http://site.test'],
  configuration: () => string = () => import.meta.dirname,
): KratosServer {
  const server = {} as KratosServer;
  const stops: (() => unknown)[] = [];
  before(async () => void Object.assign(server, await startKratos(origins(), configuration(), stops)));
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  return server;
}
