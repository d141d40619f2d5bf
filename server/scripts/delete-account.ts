/* eslint-disable no-console -- a command for people */
// npm run delete-account -- <id, number or login>: deletes an account with everything that is stored about it, in the
// database that the environment names. It needs the settings of the server (DATABASE_URL, SERVER_SECRET …).
import { createAudit } from '../src/common/audit.js';
import { createMacs } from '../src/common/crypto.js';
import { createLog, flushLog } from '../src/common/log.js';
import { createMetrics } from '../src/common/metrics.js';
import { loadConfig } from '../src/config/config.js';
import { loadSecret } from '../src/config/secret.js';
import { openPGlite } from '../src/db/pglite.js';
import { openPostgres } from '../src/db/postgres.js';
import { deleteAccount } from '../src/domain/delete-account.js';

const subject = process.argv[2];
if (!subject) {
  console.error('Which account? Give its id, its number (79161234567) or its login.');
  process.exit(1);
}
const config = loadConfig(process.env);
const db = config.databaseUrl
  ? openPostgres(config.databaseUrl, createLog('silent'), 1, undefined, config.databasePooling)
  : await openPGlite(config.dataDir);
const macs = createMacs(await loadSecret(config));
const user = await deleteAccount(db, macs, subject);
await db.close();
if (user !== undefined) {
  // This line belongs to the audit log of the server: keep it with the other records.
  const log = createLog('info');
  createAudit(log, macs, createMetrics(), () => undefined)('account-deleted', { kind: 'account', value: user });
  await flushLog(log);
}
console.log(user === undefined ? 'There is no such account.' : `Deleted the account ${user}.`);
process.exitCode = user === undefined ? 1 : 0;
