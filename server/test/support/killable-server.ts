import { appendFile } from 'node:fs/promises';
import { createTurnstile } from '../../src/challenge/turnstile.js';
import { loadConfig } from '../../src/config/config.js';
import type { Database, Queryable } from '../../src/db/database.js';
import { openPGlite } from '../../src/db/pglite.js';
import { openPostgres } from '../../src/db/postgres.js';
import { createLog } from '../../src/common/log.js';
import { startServer } from '../../src/server.js';
import type { SmsProvider } from '../../src/sms/provider.js';
import type { ChildMessage, ParentMessage } from './cluster.js';

// A server in a separate process, started by cluster.ts. It kills itself at a given step: before or after a call to the
// database or to the SMS provider.

/** The number of steps until this process kills itself; 0 for never. */
let stepsLeft = 0;

function step(): void {
  if (stepsLeft > 0) {
    stepsLeft--;
    if (stepsLeft === 0) process.kill(process.pid, 'SIGKILL');
  }
}

/** Counts a step before and after `work`. */
async function stepping<T>(work: () => Promise<T>): Promise<T> {
  step();
  const result = await work();
  step();
  return result;
}

const steppingQueries = (inner: Queryable): Queryable => ({
  query: (statement, values) => stepping(() => inner.query(statement, values)),
});

const steppingDatabase = (inner: Database): Database => ({
  ...inner,
  ...steppingQueries(inner),
  transaction: work => stepping(() => inner.transaction(tx => stepping(() => work(steppingQueries(tx))))),
});

const collector: SmsProvider = {
  send: message => stepping(() => appendFile(process.env['SMS_FILE']!, `${JSON.stringify(message)}\n`)),
};

// With CAPTCHA_URL, a captcha provider on this machine takes the place of Turnstile.
const { CAPTCHA_URL } = process.env;
const captcha = CAPTCHA_URL === undefined ? {} : { captcha: createTurnstile({ siteKey: '', secret: '' }, CAPTCHA_URL) };

const send = (message: ChildMessage) => process.send!(message);

const config = loadConfig(process.env);
const log = createLog('silent');
const db = config.databaseUrl
  ? openPostgres(config.databaseUrl, log, 10, { pooling: config.databasePooling })
  : await openPGlite(config.dataDir);
const server = await startServer(process.env, { db: steppingDatabase(db), sms: collector, log, ...captcha });

process.on('message', (message: ParentMessage) => {
  if (message.kind === 'die') stepsLeft = message.steps;
  if (message.kind === 'query') {
    db.query({ name: '', text: message.text }, []).then(
      rows => send({ kind: 'rows', rows }),
      (error: unknown) => send({ kind: 'rows', rows: [{ error: String(error) }] }),
    );
  }
});
send({ kind: 'listening', url: server.url });
