import { ConfigError } from './config.js';
import { DirectoryInUse } from './db/directory-lock.js';
import { MigrationError } from './db/migrations.js';
import { describeError } from './log.js';
import { startServer } from './server.js';

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

const server = await startServer(process.env).catch(fail);
process.stdout.write(`Listening on ${server.url}\n`);

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // Whoever asks twice doesn't want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
