import { constants } from 'node:os';
import { ConfigError } from './config.js';
import { DirectoryInUse } from './db/directory-lock.js';
import { MigrationError } from './db/migrations.js';
import { describeError } from './log.js';
import { type RunningServer, startServer } from './server.js';

const expected = [ConfigError, DirectoryInUse, MigrationError];

function fail(error: unknown): never {
  const known = expected.some(type => error instanceof type);
  const { code, address, port } = error as { code?: unknown; address?: unknown; port?: unknown };
  const text = known
    ? (error as Error).message
    : code === 'EADDRINUSE'
      ? `Port ${port} on ${address} is taken: set PORT to another one.`
      : JSON.stringify(describeError(error));
  process.stderr.write(`The server did not start. ${text}\n`);
  process.exit(1);
}

let server: RunningServer | undefined = undefined;
let stopping = false;
// Listened to from the beginning: the first process of a container does not end by a signal that it does not listen to.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // There is nothing to finish yet: what a start has begun is undone, or done again by the next one.
    if (!server) process.exit(128 + constants.signals[signal]);
    // Whoever asks twice doesn't want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

server = await startServer(process.env).catch(fail);
process.stdout.write(`Listening on ${server.url}\n`);
