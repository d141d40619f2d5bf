// Browsers that visit a site with the servers of better-auth-server.mjs, simulated in Node. Each has its own storage, which its
// pages share. Their calls name their origin, as a browser's do.
import { BetterAuthBackend } from '../../src/backends/better-auth.js';
import { AuthClient } from '../../src/client/auth-client.js';
import { FakePage } from '../support/page.js';
import { FakeOrigin } from '../support/tabs.js';
import { readCode } from './better-auth-server.mjs';

export const SITE = 'https://site.test';

/**
 * @typedef {object} Network what a test does to the answers, and the calls so far
 * @property {number} losing how many of the next answers are lost on the way
 * @property {readonly string[]} hidden headers that CORS does not expose
 * @property {string} origin the page's origin
 * @property {string[]} calls `METHOD /path`
 * @property {number[]} answers their statuses
 */

/**
 * A browser that visits the site.
 * @param {import('node:test').TestContext} t
 * @param {Awaited<ReturnType<typeof import('./better-auth-server.mjs').startBetterAuth>>} server
 * @param {string} [variant] which of its servers
 */
export function openBrowser(t, server, variant = 'open') {
  const url = `${server.urls[variant]}/api/auth`;
  new FakePage(t);
  const origin = new FakeOrigin();
  /** @type {Network} */
  const network = { losing: 0, hidden: [], origin: SITE, calls: [], answers: [] };
  const realFetch = globalThis.fetch;
  t.mock.method(globalThis, 'fetch', async (/** @type {string} */ address, /** @type {RequestInit} */ init) => {
    network.calls.push(`${init.method} ${address.slice(url.length)}`);
    const headers = Object.assign({ Origin: network.origin }, init.headers);
    const answer = await realFetch(address, { ...init, headers });
    if (network.losing > 0) {
      network.losing--;
      throw new TypeError('The connection was lost');
    }
    const { ok, status } = answer;
    network.answers.push(status);
    const get = (/** @type {string} */ name) =>
      network.hidden.includes(name.toLowerCase()) ? null : answer.headers.get(name);
    return { ok, status, headers: { get }, text: () => answer.text() };
  });

  /**
   * Loads the page in a tab.
   * @param {Partial<import('../../src/client/auth-client.js').AuthClientOptions>} [options]
   * @param {import('../../src/backends/better-auth.js').BetterAuthOptions} [backendOptions]
   */
  const open = (options = {}, backendOptions = {}) => {
    const backend = new BetterAuthBackend(url, { toEmail: login => `${login}@login.invalid`, ...backendOptions });
    const store = origin.open();
    const client = new AuthClient({ backend, store, ...options });
    client.observe(() => {});
    t.after(() => client.dispose());
    return client;
  };
  return {
    url,
    origin,
    network,
    open,
    /** Opens a tab and signs in by code, as a registration: a number without an account gets one named `name`. */
    async signIn(phone, name = 'Anna') {
      const client = open();
      await client.registerByPhone(phone, name);
      await client.verifyRegistrationSms(await readCode(server, phone));
      return client;
    },
  };
}

let count = 0;
/** A phone number that no test has used. */
export const newPhone = () => `7916${String(1_000_000 + ++count)}`;
