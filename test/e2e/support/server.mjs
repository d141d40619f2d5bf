// The reference server, in this process, with the built demo and an embedded database.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { register } from 'tsx/esm/api';
import { buildSite } from './site.mjs';

register();
const { startServer } = await import('../../../demo/server/src/server.ts');
const { openPGlite } = await import('../../../demo/server/src/db/pglite.ts');

/**
 * Starts the demo on a free port.
 * @param {Record<string, string>} env settings besides the usual ones; the database is in memory by default
 */
export async function startDemo(env = {}) {
  const settings = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    DATA_DIR: 'memory://',
    LOG_LEVEL: 'silent',
    DEMO_DIR: await buildSite(),
    ...env,
  };
  let db;
  let server;
  let ahead = 0;
  const start = async port => {
    db = await openPGlite(settings.DATA_DIR);
    server = await startServer({ ...settings, PORT: port }, { db });
  };
  const stop = async () => {
    await server.close();
    await db.close();
    server = undefined;
  };
  await start('0');
  const { url } = server;

  return {
    url,
    /** Moves the server's clock, which is its database's: what was to come in `seconds` is now. */
    async advance(seconds) {
      ahead += seconds;
      const text = `create or replace function auth_now() returns timestamptz language sql volatile
        as 'select clock_timestamp() + interval ''${ahead} seconds'''`;
      await db.query({ name: '', text }, []);
    },
    /** Stops the server: nobody answers at its address any more. */
    stop,
    /** Starts it again at the same address. What was in memory is gone; with `DATA_DIR` on a disk it is not. */
    startAgain: () => start(new URL(url).port),
    async close() {
      if (server) await stop();
    },
  };
}

/** Serves the site from an origin of its own, as of somebody who embeds the widget, with no API behind it. */
export async function startElsewhere() {
  const site = await buildSite();
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml' };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://site');
    try {
      const content = await readFile(path.join(site, path.normalize(pathname)));
      response.setHeader('content-type', types[path.extname(pathname)] ?? 'application/octet-stream').end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise(resolve => server.close(resolve).closeAllConnections()),
  };
}
