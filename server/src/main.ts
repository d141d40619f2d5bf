import { constants } from 'node:os';
import { describeError } from './common/log.js';
import { ConfigError } from './config/config.js';
import { DirectoryInUse } from './db/directory-lock.js';
import { MigrationError } from './db/migrations.js';
import { DatabaseUnreachable } from './db/unreachable.js';
import { CannotListen } from './http/node-server.js';
import { type RunningServer, startServer } from './server.js';

/** Errors whose message is written for the operator. */
const OPERATOR_ERRORS = [CannotListen, ConfigError, DatabaseUnreachable, DirectoryInUse, MigrationError];

/** Returns why the server didn't start. An error of Node.js with a `path` counts as one of the data folder. */
function describeStartError(error: unknown): string {
  if (OPERATOR_ERRORS.some(type => error instanceof type)) return (error as Error).message;
  const { code, path } = error as { code?: unknown; path?: string };
  if (path !== undefined) return `${path} can't be used (${String(code)}): see DATA_DIR.`;
  return JSON.stringify(describeError(error));
}

function exitWithError(error: unknown): never {
  process.stderr.write(`The server did not start. ${describeStartError(error)}\n`);
  process.exit(1);
}

let server: RunningServer | undefined = undefined;
let stopping = false;
// The handlers are registered before the start, because the first process of a container (pid 1) ignores signals that have
// no handler.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // The start can be interrupted at any point, because the next start completes or repeats it.
    if (!server) process.exit(128 + constants.signals[signal]);
    // A second signal ends the process at once.
    if (stopping) process.exit(1);
    stopping = true;
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

server = await startServer(process.env).catch(exitWithError);
process.stdout.write(`Listening on ${server.url}\n`);
