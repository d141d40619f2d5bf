// BetterAuthBackend with a real better-auth server keeps the rules of docs/backend.md.
import { after, before, describe, test } from 'node:test';
import { BetterAuthBackend } from '../../src/backends/better-auth.js';
import { backendConformance } from '../../src/testing/index.js';
import { newPhone, SITE } from './better-auth-page.mjs';
import { readCode, startBetterAuth } from './better-auth-server.mjs';

/** @type {Awaited<ReturnType<typeof startBetterAuth>>} */
let server;
const realFetch = globalThis.fetch;
/** The cookies of the page's browser, by name. */
let jar = new Map();

/** `fetch` as on a page of the site: calls name their origin, and calls with credentials send cookies. */
async function fetchOfPage(/** @type {string} */ address, /** @type {RequestInit} */ init) {
  const hasCookies = init.credentials === 'include';
  const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = Object.assign({ Origin: SITE }, init.headers, hasCookies && cookies && { Cookie: cookies });
  const answer = await realFetch(address, { ...init, headers });
  for (const cookie of hasCookies ? answer.headers.getSetCookie() : []) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/max-age=0/i.test(cookie)) jar.delete(name);
    else jar.set(name, value);
  }
  return answer;
}

before(async () => {
  server = await startBetterAuth([SITE]);
  globalThis.fetch = /** @type {typeof fetch} */ (fetchOfPage);
});
after(async () => {
  globalThis.fetch = realFetch;
  await server.close();
});

const toEmail = (/** @type {string} */ login) => `${login}@login.invalid`;
const PASSWORD = 'correct horse';
let logins = 0;
const newCredentials = () => ({ login: `conform_${++logins}`, password: PASSWORD });

/**
 * @param {string} variant
 * @param {boolean} cookies
 * @returns {Parameters<typeof backendConformance>[0]}
 */
function setupOf(variant, cookies) {
  const urlOf = (/** @type {string} */ name) => `${server.urls[name]}/api/auth`;
  return {
    createBackend: ({ timeout }) => new BetterAuthBackend(urlOf(variant), { cookies, timeout, toEmail }),
    newBrowser: () => (jar = new Map()),
    newPhone,
    readCode: (/** @type {string} */ tel) => readCode(server, tel),
    capabilities: {
      names: true,
      cookies,
      sendInterval: 60,
      maxAttempts: 3,
      unknownNumber: variant === 'registerFirst' ? 'is refused' : 'creates an account',
      unknownLogin: 'is refused',
      lifetime: 7 * 86_400,
      challenges: ['requestCode', 'login'],
    },
    newCredentials,
    async credentials() {
      const { login, password } = newCredentials();
      const kept = jar;
      await new BetterAuthBackend(urlOf('open'), { toEmail }).login(login, password, { register: true });
      jar = kept;
      return { login, password };
    },
    endSession: ({ user }) => server.query('delete from session where "userId" = $1', [user]),
    allowResend: (/** @type {string} */ tel) =>
      server.query('delete from sms_interval where phone_number like $1', [`%${tel}`]),
    expireCode: (/** @type {string} */ tel) =>
      server.query(`update verification set "expiresAt" = now() - interval '1 second' where identifier like $1`, [
        `%${tel}`,
      ]),
    ...(variant === 'captcha' && { demandChallenge: () => server.solveCaptcha() }),
  };
}

for (const [name, cookies] of /** @type {const} */ ([
  ['tokens', false],
  ['cookies', true],
]))
  describe(name, () => {
    for (const { name: rule, run } of backendConformance(setupOf('open', cookies)).tests) test(rule, run);
  });

// These rules need other configurations of the server.
for (const [variant, id] of /** @type {const} */ ([
  ['registerFirst', 'unknown-number'],
  ['captcha', 'challenge'],
]))
  describe(variant, () => {
    const { tests } = backendConformance(setupOf(variant, false));
    for (const { name: rule, run } of tests) if (rule.startsWith(`${id}:`)) test(rule, run);
  });
