// A 401 that a proxy, a captive portal or basic authentication sends in place of the server, through the adapters
// (docs/backend.md#the-end-of-a-session). The servers themselves are not needed here.
import assert from 'node:assert/strict';
import test from 'node:test';
import { BetterAuthBackend } from '../../src/backends/better-auth.js';
import { SupabaseBackend } from '../../src/backends/supabase.js';
import type { AuthBackend } from '../../src/core/ports.js';
import { answer, startRawServer } from '../support/raw-server.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

const ADAPTERS: Readonly<Record<string, (url: string) => AuthBackend>> = {
  'better-auth': url => new BetterAuthBackend(url),
  'better-auth with cookies': url => new BetterAuthBackend(url, { cookies: true }),
  Supabase: url => new SupabaseBackend(url),
};

const CALLS: Readonly<Record<string, (backend: AuthBackend) => Promise<unknown>>> = {
  requestCode: backend => backend.requestCode('79161234567', { register: false }),
  verifyCode: backend => backend.verifyCode('79161234567', '123456', { register: false }),
  login: backend => backend.login('anna@example.com', 'correct horse', { register: false }),
  getSession: backend => backend.getSession('token-1', {}),
  renewSession: backend => backend.renewSession('token-1', { refreshToken: 'refresh-1' }),
  setDisplayName: async backend => backend.setDisplayName('token-1', 'Anna', {}),
};

const PAGES = [
  ['HTML', answer(401, '<!doctype html><title>Sign in to the Wi-Fi</title>', { 'Content-Type': 'text/html' })],
  ['nothing', answer(401, '', { 'WWW-Authenticate': 'Basic realm="staging"' })],
] as const;

for (const [name, create] of Object.entries(ADAPTERS))
  test(`${name}: a 401 that cannot be read is invalid-response in each call`, async t => {
    const server = await startRawServer(t);
    for (const [call, make] of Object.entries(CALLS))
      for (const [page, reply] of PAGES) {
        server.replyWith(reply);
        await assert.rejects(make(create(server.url)), { code: 'invalid-response', status: 401 }, `${call}: ${page}`);
      }
  });

test('better-auth: a 401 with an error that is not its own does not end the session', async t => {
  const server = await startRawServer(t);
  const backend = new BetterAuthBackend(server.url);
  server.replyWith(answer(401, '{"code":"MISSING_API_KEY","message":"No key"}', JSON_TYPE));
  await assert.rejects(backend.setDisplayName('token-1', 'Anna', {}), { code: 'refused' });
  server.replyWith(answer(401, '{"code":"UNAUTHORIZED","message":"Unauthorized"}', JSON_TYPE));
  await assert.rejects(backend.setDisplayName('token-1', 'Anna', {}), { code: 'session-expired' });
});
