// The process under load, which subject.ts starts and controls by messages: the server and its floor (floor.ts: the bare SQL), on one
// database.
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { hash } from '@node-rs/argon2';
import { loadConfig } from '../src/config/config.js';
import { createMacs, hashToken } from '../src/common/crypto.js';
import { openPGlite } from '../src/db/pglite.js';
import { openPostgres } from '../src/db/postgres.js';
import { createLog } from '../src/common/log.js';
import { startServer } from '../src/server.js';
import type { SmsProvider } from '../src/sms/provider.js';
import { createFloor } from './floor.js';

/** A message to this process. */
export type Command =
  /** Gives each number the code 123456. */
  | { readonly kind: 'guards'; readonly tels: readonly string[] }
  /** Creates an account with the login `round`, and `count` sessions of it with one token each. */
  | { readonly kind: 'tokens'; readonly count: number; readonly round: string }
  | { readonly kind: 'accounts'; readonly logins: readonly string[]; readonly password: string }
  | { readonly kind: 'state' }
  | { readonly kind: 'clear' };

/** A message of this process: the two URLs at the start, then one answer to each command. `memory` to `tokensStored` answer `state`. */
export interface Report {
  readonly server?: string;
  readonly floor?: string;
  /** The tokens that were created. */
  readonly tokens?: readonly string[];
  /** Resident memory in bytes. */
  readonly memory?: number;
  /** Number of SMS sent since the last `clear`. */
  readonly sent?: number;
  /** Number of those SMS that went to a number that had already got one. */
  readonly repeated?: number;
  readonly sessions?: number;
  readonly tokensStored?: number;
}

const config = loadConfig(process.env);
const log = createLog('silent');
const db = config.databaseUrl
  ? openPostgres(config.databaseUrl, log, config.databasePool)
  : await openPGlite(config.dataDir);
const macs = createMacs(config.serverSecret!);
let sent: string[] = [];
const sms: SmsProvider = {
  send({ to }) {
    sent.push(to);
    return Promise.resolve();
  },
};
// The server writes its log at the usual level, because logging is part of the measured work.
const server = await startServer(process.env, { db, sms });
const floor = createFloor(db, config);
await new Promise<void>(resolve => floor.listen(0, '127.0.0.1', resolve));

const run = <Row>(text: string, values: readonly string[] = []) => db.query<Row>({ name: '', text }, values);

/**
 * Writes rows without the server, or answers a question about its state. The columns (db/schema.ts), the beginning of a code's id
 * (domain/send-code.ts) and the parameters of Argon2 (domain/password-sign-in.ts) are written out here, and have to be the server's.
 */
async function execute(command: Command): Promise<Report> {
  if (command.kind === 'guards') {
    const rows = command.tels.map(tel => {
      const id = `${macs.secretId}.${tel}`;
      return { tel, id, mac: macs.code(id, tel, '123456').toString('hex') };
    });
    await run(
      `insert into phone_guards (tel, code_id, code_mac, code_expires_at, next_send_at, day_sends, day_ends_at)
       select tel, id, decode(mac, 'hex'), now() + interval '5 minutes', now(), 1, now() + interval '1 day'
         from json_to_recordset($1::json) as r(tel text, id text, mac text)`,
      [JSON.stringify(rows)],
    );
    return {};
  }
  if (command.kind === 'tokens') {
    const tokens = Array.from({ length: command.count }, (_, i) =>
      createHash('sha256').update(`${command.round} ${i}`).digest('base64url'),
    );
    await run(
      `with a as (insert into accounts (login, password_hash, created_at) values ($1, 'x', now()) returning id),
            t as (select decode(h, 'hex') as hash, gen_random_uuid() as session from json_array_elements_text($2::json) h),
            s as (insert into sessions (id, account_id, created_at, ends_at)
                  select session, a.id, now(), now() + interval '90 days' from t, a)
       insert into tokens (hash, session_id, expires_at) select hash, session, now() + interval '14 days' from t`,
      [command.round, JSON.stringify(tokens.map(token => hashToken(token).toString('hex')))],
    );
    return { tokens };
  }
  if (command.kind === 'accounts') {
    const passwordHash = await hash(command.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await run(
      `insert into accounts (login, password_hash, display_name, created_at)
       select l, $2, l, now() from json_array_elements_text($1::json) l`,
      [JSON.stringify(command.logins), passwordHash],
    );
    return {};
  }
  if (command.kind === 'clear') {
    sent = [];
    // With `cascade`, the tables that refer to accounts and sessions are emptied, too.
    await run('truncate accounts, phone_guards, counters, network_records, spent_solutions cascade');
    return {};
  }
  const [counts] = await run<{ sessions: number; tokens: number }>(
    'select (select count(*) from sessions)::int as sessions, (select count(*) from tokens)::int as tokens',
  );
  return {
    memory: process.memoryUsage.rss(),
    sent: sent.length,
    repeated: sent.length - new Set(sent).size,
    sessions: counts!.sessions,
    tokensStored: counts!.tokens,
  };
}

const send = (report: Report) => process.send!(report);
process.on('message', (command: Command) => {
  execute(command).then(send, (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});
send({ server: server.url, floor: `http://127.0.0.1:${(floor.address() as AddressInfo).port}` });
// The benchmark has ended.
process.on('disconnect', () => process.exit(0));
