// Installs test/backends/better-auth/ into out/, once for each version of its lock file, and starts it.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGLITE_FLAGS } from '../../scripts/suites/pglite-flags.mjs';
import { runNpm } from '../apps/support/run.mjs';
import { SECRET_KEY, startTurnstile } from './better-auth-turnstile.mjs';

const source = fileURLToPath(new URL('better-auth', import.meta.url));
const out = fileURLToPath(new URL('../../out/backends', import.meta.url));
const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc'];

/** With BETTER_AUTH=1.6.0 in the environment that version is installed instead of the one in the lockfile. */
const { BETTER_AUTH: otherVersion } = process.env;

/** @returns {Promise<string>} a folder with the packages of the lockfile */
export async function install() {
  const lockfile = await readFile(path.join(source, 'package-lock.json'));
  const digest = createHash('sha256').update(lockfile).digest('hex').slice(0, 16);
  const folder = path.join(out, `better-auth-${otherVersion ?? digest}`);
  if (await stat(folder).catch(() => undefined)) return folder;
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  for (const name of MANIFESTS) await cp(path.join(source, name), path.join(draft, name));
  const flags = ['--prefer-offline', '--no-audit', '--no-fund'];
  if (otherVersion) await runNpm(['install', ...flags, `better-auth@${otherVersion}`], { cwd: draft });
  else await runNpm(['ci', ...flags], { cwd: draft });
  // Another run may have installed it first.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  return folder;
}

/**
 * Starts the servers of test/backends/better-auth/server.mjs.
 * @param {readonly string[]} origins of the pages that may use them
 */
export async function startBetterAuth(origins) {
  const folder = await install();
  for (const name of await readdir(source))
    if (name.endsWith('.mjs')) await cp(path.join(source, name), path.join(folder, name));
  const turnstile = await startTurnstile();
  const child = fork(path.join(folder, 'server.mjs'), {
    execArgv: PGLITE_FLAGS,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: undefined,
      // As people write lists: with spaces, before the first entry too, and a comma after the last one.
      SITE_ORIGINS: ` ${[...origins, 'https://other.example'].join(', ')}, `,
      TURNSTILE_SECRET_KEY: SECRET_KEY,
      TURNSTILE_URL: turnstile.url,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => (output += String(data)));
  const exited = new Promise(resolve => child.once('exit', resolve));

  /** @type {Map<number, (message: { result?: any, error?: string }) => void>} */
  const pending = new Map();
  /** @type {Record<string, string>} the address of each server, by the name of its configuration */
  const urls = await new Promise((resolve, reject) => {
    child.on('message', (/** @type {any} */ message) => {
      if (message.urls) resolve(message.urls);
      else pending.get(message.id)?.(message);
    });
    void exited.then(() => reject(new Error(`better-auth did not start:\n${output}`)));
  });
  let lastId = 0;
  /**
   * @param {string} method
   * @param {unknown[]} args
   */
  const call = (method, ...args) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, ({ result, error }) => (error === undefined ? resolve(result) : reject(new Error(error))));
      child.send({ id, method, args });
    });

  return {
    urls,
    /** What the servers have printed. */
    output: () => output,
    /** A solution of the captcha, for one call. */
    solveCaptcha: turnstile.solve,
    /**
     * The texts of the SMS to a number, in order.
     * @param {string} tel 11 digits
     * @returns {Promise<string[]>}
     */
    sms: tel => call('sms', `+${tel}`),
    /**
     * Rows of the database.
     * @param {string} text
     * @param {unknown[]} [values]
     * @returns {Promise<any[]>}
     */
    query: (text, values = []) => call('query', text, values),
    /** @param {string} message the SMS provider fails with it at the next SMS */
    failNextSms: message => call('failNextSms', message),
    /**
     * Lets time pass for the servers by moving every time that they have stored into the past.
     * @param {number} seconds
     */
    async age(seconds) {
      const interval = `interval '${seconds} seconds'`;
      for (const [table, ...columns] of [
        ['verification', 'createdAt', 'updatedAt', 'expiresAt'],
        ['session', 'createdAt', 'updatedAt', 'expiresAt'],
        ['sms_interval', 'sent_at'],
      ])
        await call(
          'query',
          `update "${table}" set ${columns.map(column => `"${column}" = "${column}" - ${interval}`).join(', ')}`,
          [],
        );
      await call('query', `update "rateLimit" set "lastRequest" = "lastRequest" - ${seconds * 1000}`, []);
    },
    async close() {
      if (child.connected) child.disconnect();
      await exited;
      await turnstile.close();
    },
  };
}

/**
 * The code in the latest SMS to a number.
 * @param {{ sms: (tel: string) => Promise<string[]> }} server
 * @param {string} tel
 */
export async function readCode(server, tel) {
  const text = (await server.sms(tel)).at(-1);
  const code = /\d{6}/.exec(text ?? '')?.[0];
  if (!code) throw new Error(`No code in the SMS to ${tel}: ${text}`);
  return code;
}
