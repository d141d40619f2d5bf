/* oxlint-disable no-console -- a command for people */
// npm run delete-account --workspace server -- <id, number or login>: deletes an account and its data (deleteAccount says which) in the database
// that the environment names. It needs the settings of the server (DATABASE_URL, SERVER_SECRET …). With PGlite, the server must be stopped.
import { parseArgs } from 'node:util';
import { createAudit } from '../src/common/audit.js';
import { createLog, flushLog } from '../src/common/log.js';
import { createMetrics } from '../src/common/metrics.js';
import { loadConfig } from '../src/config/config.js';
import { loadSecret } from '../src/config/secret.js';
import { openPGlite } from '../src/db/pglite.js';
import { openPostgres } from '../src/db/postgres.js';
import { type AccountSubject, deleteAccount, subjectOf } from '../src/domain/delete-account.js';
import { loadMacs } from '../src/domain/server-keys.js';

const USAGE = `Which account?
  npm run delete-account --workspace server -- 79161234567          a phone number, with its country code
  npm run delete-account --workspace server -- anna                 a login
  npm run delete-account --workspace server -- --login 79161234567  a login that looks like a number
Also: --phone <number>, --id <id>.`;

const options = { phone: { type: 'string' }, login: { type: 'string' }, id: { type: 'string' } } as const;

/** The account that the command line names; undefined unless it names exactly one. */
function readSubject(): AccountSubject | undefined {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const named = Object.entries(values).map(([by, value]) => ({ by: by as AccountSubject['by'], value }));
    const subjects = [...named, ...positionals.map(subjectOf)];
    return subjects.length === 1 ? subjects[0] : undefined;
  } catch {
    // An option doesn't exist, or has no value.
    return undefined;
  }
}

const subject = readSubject();
if (!subject) {
  console.error(USAGE);
  process.exit(1);
}
const config = loadConfig(process.env);
const db = config.databaseUrl
  ? openPostgres(config.databaseUrl, createLog('silent'), 1, { pooling: config.databasePooling })
  : await openPGlite(config.dataDir);
const secrets = { secret: await loadSecret(config), previous: config.previousSecret };
// It warns of another secret than the server's. The counters of the account then stay, because their keys can't be computed.
const warnings = createLog('warn');
const macs = await loadMacs(db, secrets, warnings);
await flushLog(warnings);
const user = await deleteAccount(db, macs, subject);
await db.close();
if (user !== undefined) {
  // The record goes to the standard output of this command, not into the log of the server. Whoever runs it keeps it with that log.
  const log = createLog('info');
  createAudit(log, macs, createMetrics(), () => undefined)('account-deleted', { kind: 'account', value: user });
  await flushLog(log);
}
const names = { phone: 'number', login: 'login', id: 'id' } as const;
console.log(
  user === undefined ? `There is no account with this ${names[subject.by]}.` : `Deleted the account ${user}.`,
);
process.exitCode = user === undefined ? 1 : 0;
