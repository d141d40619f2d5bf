// supabase-js with the widget's session: its calls carry the token of the person who is signed in.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import '../../../scripts/suites/typescript.mjs';
import { runNpm } from '../../apps/support/run.mjs';

const { setUpAuthServers, skipReason } = await import('./auth-server.js');
const { setUpClient } = await import('./accounts.js');
const { PROJECT_KEY, startGateway } = await import('./gateway.js');

// supabase-js needs it. Browsers have it, and Node has it since version 22. No test connects.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket: EventTarget });

const root = path.resolve(import.meta.dirname, '../../..');

describe('Supabase: supabase-js', { skip: skipReason }, () => {
  const servers = setUpAuthServers({ usual: {} });
  /** @type {string} */
  let folder;
  /** @type {Awaited<ReturnType<typeof startGateway>>} */
  let gateway;
  /** @type {{ connectSupabase(client: unknown, url: string, key: string): any }} */
  let app;

  before(async () => {
    await mkdir(path.join(root, 'out'), { recursive: true });
    folder = await mkdtemp(path.join(root, 'out/supabase-app-'));
    await cp(path.join(import.meta.dirname, 'app'), folder, { recursive: true });
    await runNpm(['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
    app = await import(pathToFileURL(path.join(folder, 'supabase.js')).href);
    gateway = await startGateway(servers.usual.url);
  });
  after(async () => {
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('it reads as the person who is signed in, and as an anonymous visitor after the sign-out', async t => {
    const server = { ...servers.usual, url: `${gateway.url}/auth/v1` };
    const { client, store, register } = setUpClient(t, server, { key: PROJECT_KEY });
    const supabase = app.connectSupabase(client, gateway.url, PROJECT_KEY);
    assert.deepEqual((await supabase.from('notes').select()).data, []);
    await register();
    const user = store.stored?.user;
    assert.ok(user);
    assert.deepEqual((await supabase.from('notes').select()).data, [{ user_id: user }]);
    await client.logout();
    assert.deepEqual((await supabase.from('notes').select()).data, []);
  });

  test('it leaves the session to the widget', t => {
    const { client } = setUpClient(t, servers.usual);
    const supabase = app.connectSupabase(client, gateway.url, PROJECT_KEY);
    assert.throws(() => supabase.auth.getSession());
  });
});
