// SupabaseBackend with a real Supabase Auth server keeps the rules of docs/backend.md.
import { after, before, describe, test } from 'node:test';
import { SupabaseBackend } from '../../../src/backends/supabase.js';
import type { Session } from '../../../src/core/auth-backend.js';
import { backendConformance } from '../../../src/testing/index.js';
import { until } from '../../e2e/support/until.mjs';
import { newPhone, PASSWORD } from './accounts.js';
import { setUpAuthServers, skipReason } from './auth-server.js';
import { startSiteverify } from './siteverify.js';

describe('Supabase: conformance', { skip: skipReason }, () => {
  const settings = {
    GOTRUE_SMS_AUTOCONFIRM: 'false',
    GOTRUE_SMS_OTP_EXP: '300',
    GOTRUE_EXTERNAL_EMAIL_ENABLED: 'true',
  };
  const withCaptcha: Record<string, string> = { ...settings };
  let captcha: Awaited<ReturnType<typeof startSiteverify>>;
  before(async () => {
    captcha = await startSiteverify();
    Object.assign(withCaptcha, captcha.settings);
  });
  after(() => captcha.close());
  const servers = setUpAuthServers({
    usual: settings,
    /** Access tokens live for three seconds. */
    brief: { ...settings, GOTRUE_JWT_EXP: '3' },
    captcha: withCaptcha,
  });

  const newCredentials = () => ({ login: `${newPhone()}@example.com`, password: PASSWORD });
  let known: ReturnType<typeof newCredentials> | undefined;

  const setupOf = (name: keyof typeof servers): Parameters<typeof backendConformance>[0] => ({
    createBackend: options =>
      new SupabaseBackend(servers[name].url, { ...options, captcha: { type: 'turnstile', siteKey: 'key-1' } }),
    newPhone,
    readCode: phone => servers[name].codesTo(phone).at(-1)!,
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
    expireCode: phone => servers[name].age(phone, 301),
    allowResend: phone => servers[name].age(phone, 61),
    ...(name === 'brief' && {
      expireToken: ({ token }: Session) =>
        until('the access token has expired', async () => {
          const headers = { Authorization: `Bearer ${String(token)}` };
          return (await fetch(`${servers.brief.url}/user`, { headers })).status === 403;
        }),
    }),
    ...(name === 'captcha' && { demandChallenge: () => captcha.solve() }),
  });

  for (const { name, run } of backendConformance(setupOf('usual')).tests) test(name, run);

  // These rules need other settings of the server.
  for (const [variant, id] of [
    ['brief', 'refresh-token'],
    ['captcha', 'challenge'],
  ] as const)
    describe(variant, () => {
      for (const { name, run } of backendConformance(setupOf(variant)).tests)
        if (name.startsWith(`${id}:`)) test(name, run);
    });
});
