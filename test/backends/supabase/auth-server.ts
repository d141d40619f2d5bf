// A real Supabase Auth server for the tests, with its own PostgreSQL. It sends its SMS to a hook in this file.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, before } from 'node:test';
import pg from 'pg';
import { skipReason as noPostgres, startPostgres } from '../../../server/test/support/postgres.js';

/** A module without types. */
const { provideSupabaseAuth } = (await import(
  new URL('../../../scripts/engines/supabase-auth.mjs', import.meta.url).href
)) as {
  provideSupabaseAuth(): Promise<string>;
};

const HOOK_KEY = Buffer.from('the key of the hook that sends SMS').toString('base64');
export const JWT_SECRET = 'a secret of the tests that is long enough';

/** The body of a call to the SMS hook. */
interface SmsHookCall {
  readonly user: { readonly phone: string };
  readonly sms: { readonly otp: string };
}

/** The codes sent to each number in wire form, in order. */
type Inbox = Map<string, string[]>;

/** Why these tests are skipped; undefined if they run. */
export const skipReason: string | undefined =
  noPostgres ??
  (await provideSupabaseAuth().then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  ));

/** Receives the SMS, and refuses calls without the server's signature: https://www.standardwebhooks.com */
async function startSmsHook(inbox: Inbox): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
      const mac = createHmac('sha256', Buffer.from(HOOK_KEY, 'base64')).update(`${String(id)}.${String(at)}.${body}`);
      if (signature !== `v1,${mac.digest('base64')}`) return response.writeHead(401).end();
      const { user, sms } = JSON.parse(body) as SmsHookCall;
      inbox.set(user.phone, [...(inbox.get(user.phone) ?? []), sms.otp]);
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Finds a free port. The server needs its number in advance, so another process may take the port before it starts. */
async function findFreePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Settings of the server, named as in its documentation: `GOTRUE_…`. */
export type AuthServerSettings = Readonly<Record<string, string>>;

const DEFAULTS: AuthServerSettings = {
  GOTRUE_API_HOST: '127.0.0.1',
  GOTRUE_CORS_ALLOWED_HEADERS: 'apikey',
  GOTRUE_DB_DRIVER: 'postgres',
  GOTRUE_EXTERNAL_EMAIL_ENABLED: 'true',
  GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
  GOTRUE_HOOK_SEND_SMS_ENABLED: 'true',
  GOTRUE_HOOK_SEND_SMS_SECRETS: `v1,whsec_${HOOK_KEY}`,
  GOTRUE_JWT_AUD: 'authenticated',
  GOTRUE_JWT_DEFAULT_GROUP_NAME: 'authenticated',
  GOTRUE_JWT_SECRET: JWT_SECRET,
  GOTRUE_LOG_LEVEL: 'error',
  GOTRUE_MAILER_AUTOCONFIRM: 'true',
  GOTRUE_RATE_LIMIT_SMS_SENT: '1000/1h',
  GOTRUE_SITE_URL: 'http://localhost:3000',
};

export interface AuthServer {
  /** The address for `SupabaseBackend`. */
  readonly url: string;
  /** The codes sent to a number in wire form, in order, by whichever of the suite's servers: they share one inbox. */
  codesTo(tel: string): readonly string[];
  query(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
  /** Moves the last code to a number into the past, so that it expires earlier and the next one can be sent. */
  age(tel: string, seconds: number): Promise<void>;
}

async function startAll<Name extends string>(
  settings: Readonly<Record<Name, AuthServerSettings>>,
  stops: (() => Promise<unknown>)[],
): Promise<Record<Name, AuthServer>> {
  const postgres = await startPostgres();
  stops.push(() => postgres.stop());
  const database = await postgres.createDatabase();
  const client = new pg.Client({ connectionString: database });
  stops.push(() => client.end());
  await client.connect();
  await client.query(`
    create role supabase_auth_admin noinherit createrole login;
    create schema auth authorization supabase_auth_admin;
    alter role supabase_auth_admin set search_path = auth;
    do $$ begin execute format('grant create on database %I to supabase_auth_admin', current_database()); end $$`);
  const inbox: Inbox = new Map();
  const hook = await startSmsHook(inbox);
  stops.push(() => Promise.resolve(hook.close()));
  const program = await provideSupabaseAuth();

  const query: AuthServer['query'] = async (sql, ...values) => {
    const { rows } = await client.query<Record<string, unknown>>(sql, values);
    return rows;
  };

  async function start(own: AuthServerSettings): Promise<AuthServer> {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(program, {
      env: {
        ...DEFAULTS,
        API_EXTERNAL_URL: url,
        DATABASE_URL: database.replace('//postgres@', '//supabase_auth_admin@'),
        GOTRUE_HOOK_SEND_SMS_URI: `http://127.0.0.1:${portOf(hook)}`,
        PORT: String(port),
        ...own,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    stops.push(async () => {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-4000)));
    while (!(await fetch(`${url}/health`).catch(() => undefined))?.ok) {
      if (child.exitCode !== null) throw new Error(`Supabase Auth did not start:\n${output}`);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    return {
      url,
      codesTo: tel => inbox.get(tel) ?? [],
      query,
      async age(tel, seconds) {
        const set = 'confirmation_sent_at = confirmation_sent_at - make_interval(secs => $2)';
        await query(`update auth.users set ${set} where phone = $1`, tel, seconds);
      },
    };
  }

  const servers = {} as Record<Name, AuthServer>;
  // One after another, because the first one creates the tables.
  for (const name of Object.keys(settings) as Name[]) servers[name] = await start(settings[name]);
  return servers;
}

/**
 * Starts servers before the tests of a suite, and stops them after it. All use one database and differ only in their
 * settings.
 * @returns the servers, which can be used once they run
 */
export function setUpAuthServers<Name extends string>(settings: Readonly<Record<Name, AuthServerSettings>>) {
  const servers = {} as Record<Name, AuthServer>;
  const stops: (() => Promise<unknown>)[] = [];
  before(async () => void Object.assign(servers, await startAll(settings, stops)));
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  return servers;
}
