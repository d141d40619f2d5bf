// The rules of docs/backend.md, checked of SupabaseBackend before a real Supabase Auth server.
import { describe, test } from 'node:test';
import { SupabaseBackend } from '../../../src/backends/supabase.js';
import type { Session } from '../../../src/core/ports.js';
import { backendConformance } from '../../../src/testing/index.js';
import { newPhone, PASSWORD } from './accounts.js';
import { setUpAuthServers, skipReason } from './auth-server.js';

describe('Supabase: conformance', { skip: skipReason }, () => {
  const servers = setUpAuthServers({
    usual: { GOTRUE_SMS_AUTOCONFIRM: 'false', GOTRUE_SMS_OTP_EXP: '300', GOTRUE_EXTERNAL_EMAIL_ENABLED: 'true' },
  });
  const newCredentials = () => ({ login: `${newPhone()}@example.com`, password: PASSWORD });
  let known: ReturnType<typeof newCredentials> | undefined;

  const suite = backendConformance({
    createBackend: options => new SupabaseBackend(servers.usual.url, options),
    newPhone,
    readCode: phone => servers.usual.codesTo(phone).at(-1)!,
    capabilities: { names: true, sendInterval: 60, unknownNumber: 'is refused', unknownLogin: 'is refused' },
    newCredentials,
    async credentials() {
      if (!known) {
        known = newCredentials();
        await new SupabaseBackend(servers.usual.url).login(known.login, known.password, { register: true });
      }
      return known;
    },
    endSession: ({ user }: Session) => servers.usual.query('delete from auth.sessions where user_id = $1', user),
    expireCode: phone => servers.usual.age(phone, 301),
  });
  for (const { name, run } of suite.tests) test(name, run);
});
