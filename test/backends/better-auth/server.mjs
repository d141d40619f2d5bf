// The servers of auth.mjs and variants.mjs, each on a free port, with one database. They run in a separate process. The
// test that started it gets their addresses and calls METHODS through the channel of child_process.fork.
import { createServer } from 'node:http';
import { createHandler } from './handler.mjs';

process.env.BETTER_AUTH_SECRET = 'a secret of 32 characters: 8fQ2x';
process.env.BETTER_AUTH_TELEMETRY = '0';
const origins = process.env.SITE_ORIGINS.split(/[\s,]+/).filter(Boolean);

/** Starts a server and resolves to its address. It can answer once `getHandler` returns a handler. */
async function listen(getHandler) {
  const server = createServer((request, response) => getHandler()(request, response));
  // By default, Node closes a connection after 5 idle seconds, perhaps just when a client on a busy machine uses it again.
  server.keepAliveTimeout = 0;
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

const handlers = {};
const urls = { open: await listen(() => handlers.open) };
process.env.BETTER_AUTH_URL = urls.open;
const { auth } = await import('./auth.mjs');
const { VARIANTS, createVariant, everything } = await import('./variants.mjs');
const { pool, provider, sentSms } = await import('./project.mjs');
const { getMigrations } = await import('better-auth/db/migration').catch(() => import('better-auth/db'));

await pool.query('create table sms_interval (phone_number text primary key, sent_at timestamptz not null)');
handlers.open = createHandler(auth, origins);
for (const name of Object.keys(VARIANTS)) {
  urls[name] = await listen(() => handlers[name]);
  handlers[name] = createHandler(createVariant(name, urls[name]), origins);
}
await (await getMigrations(everything)).runMigrations();

const METHODS = {
  sms: number => sentSms.filter(({ phoneNumber }) => phoneNumber === number).map(({ text }) => text),
  failNextSms: message => (provider.failure = message),
  query: async (text, values) => (await pool.query(text, values)).rows,
};

process.on('message', async ({ id, method, args }) => {
  try {
    process.send({ id, result: await METHODS[method](...args) });
  } catch (error) {
    process.send({ id, error: String(error) });
  }
});
process.on('disconnect', () => process.exit());
process.send({ urls });
