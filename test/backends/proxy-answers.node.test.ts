// How the adapters read a 401 that comes from a proxy, a captive portal or basic authentication instead of the server
// (docs/backend.md#the-end-of-a-session). The servers themselves are not needed here.
import assert from 'node:assert/strict';
import test from 'node:test';
import { BetterAuthBackend } from '../../src/backends/better-auth.js';
import { SupabaseBackend } from '../../src/backends/supabase.js';
import type { AuthBackend } from '../../src/core/auth-backend.js';
import { recordCalls } from '../support/recorded-answers.js';

const URL_OF_SERVER = 'https://id.example.com';

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
  ['HTML', { status: 401, body: '<!doctype html><title>Sign in to the Wi-Fi</title>' }],
  ['nothing', { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="staging"' } }],
] as const;

for (const [name, create] of Object.entries(ADAPTERS))
  test(`${name}: a 401 that cannot be read is invalid-response in each call`, async t => {
    const attempts = Object.entries(CALLS).flatMap(call => PAGES.map(page => [...call, ...page] as const));
    recordCalls(t, ...attempts.map(([, , , reply]) => reply));
    for (const [call, make, page] of attempts) {
      const failure = { code: 'invalid-response', status: 401 };
      await assert.rejects(make(create(URL_OF_SERVER)), failure, `${call}: ${page}`);
    }
  });

test('better-auth: only a 401 with its own error ends the session', async t => {
  const own = { code: 'UNAUTHORIZED', message: 'Unauthorized' };
  const foreign = { code: 'MISSING_API_KEY', message: 'No key' };
  recordCalls(t, { status: 401, body: foreign }, { status: 403, body: own }, { status: 401, body: own });
  const backend = new BetterAuthBackend(URL_OF_SERVER);
  for (const code of ['refused', 'refused', 'session-expired'])
    await assert.rejects(backend.setDisplayName('token-1', 'Anna', {}), { code });
});
