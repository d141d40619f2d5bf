// KratosBackend with a real Ory Kratos keeps the rules of docs/backend.md, with sessions in cookies and with tokens.
import { after, before, describe, test } from 'node:test';
import { KratosBackend } from '../../../src/backends/kratos.js';
import type { Session } from '../../../src/core/auth-backend.js';
import { backendConformance } from '../../../src/testing/index.js';
import { CookieJar, newLogin, newPhone, PASSWORD } from './accounts.js';
import { setUpKratos, skipReason, toPhoneNumber } from './kratos-server.js';

describe('Kratos: conformance', { skip: skipReason }, () => {
  const server = setUpKratos();
  const jar = new CookieJar();
  before(() => jar.install());
  after(() => jar.remove());

  const newCredentials = () => ({ login: newLogin(), password: PASSWORD });

  const setupOf = (cookies: boolean): Parameters<typeof backendConformance>[0] => ({
    createBackend: options => new KratosBackend(server.url, { ...options, cookies, toPhoneNumber }),
    newBrowser: () => jar.clear(),
    newPhone,
    readCode: phone => server.readCode(phone),
    capabilities: {
      names: true,
      refusedName: 'x'.repeat(65),
      cookies,
      lifetime: 30 * 86_400,
      maxAttempts: 5,
      unknownNumber: 'is refused',
      unknownLogin: 'is refused',
    },
    newCredentials,
    async credentials() {
      const { login, password } = newCredentials();
      await new KratosBackend(server.url, { cookies: false }).login(login, password, { register: true });
      return { login, password };
    },
    endSession: ({ user }: Session) => server.query('delete from sessions where identity_id = $1', user),
    expireCode: phone => server.expireCodes(phone),
    passTime: seconds => server.age(seconds),
  });

  for (const [name, cookies] of [
    ['cookies', true],
    ['tokens', false],
  ] as const)
    describe(name, () => {
      for (const { name: rule, run } of backendConformance(setupOf(cookies)).tests) test(rule, run);
    });
});
