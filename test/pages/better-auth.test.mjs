// docs/backends/better-auth.md in an empty project: its server, its commands and its pages, with PostgreSQL and Chromium.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { request as sendRequest } from 'node:http';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { register } from 'tsx/esm/api';
import { findEngine } from '../../scripts/engines/find-engines.mjs';
import { SECRET_KEY, startTurnstile } from '../backends/better-auth-turnstile.mjs';
import { AuthPage } from '../e2e/support/auth-page.mjs';
import { launch } from '../e2e/support/browser.mjs';
import { withNode } from '../apps/support/run.mjs';
import { createProject, readPage } from './support/project.mjs';
import { serveSite } from './support/site.mjs';

register();
const { skipReason, startPostgres } = await import('../../server/test/support/postgres.js');

/** What the page leaves to the project: the database and the SMS provider. */
const PROJECT = `
import { appendFile } from 'node:fs/promises';
import pg from 'pg';
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
export const sendSms = (number, text) => appendFile('sms.jsonl', JSON.stringify({ number, text }) + '\\n');
`;
/** Starts the server of one of the page's configurations. */
const MAIN = `
import { createServer } from 'node:http';
import { createHandler } from './handler.mjs';
const { auth } = await import(process.argv[2]);
createServer(createHandler(auth, process.env.SITE_ORIGINS.split(','))).listen(process.argv[3], '127.0.0.1', () => console.log('ready'));
`;
/** A configuration of which the page shows a part. @param {string} part */
const variant = part => `
import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { captcha } from 'better-auth/plugins';
import { options } from './auth.mjs';
import { requireAccountToSignIn } from './known-numbers.mjs';
import { claimInterval } from './sms-interval.mjs';
const changes = { ${part.includes('captcha(') ? `plugins: [...options.plugins, ${part}], hooks: {},` : part} };
export const auth = betterAuth({ ...options, ...changes });
`;
const TURNSTILE = `window.turnstile = {
  render: (box, { callback }) => void window.solveCaptcha().then(callback),
  remove: () => {},
};`;

let lastNumber = 0;
const newPhone = () => `7916${String(1_000_000 + ++lastNumber)}`;

const skip = skipReason ?? (findEngine('chromium') ? undefined : 'Chromium not found');

describe('docs/backends/better-auth.md', { skip }, () => {
  /** @type {(() => unknown)[]} */
  const stops = [];
  /** @type {Awaited<ReturnType<typeof createProject>>} */
  let project;
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serveSite>>} */
  let site;
  /** @type {Awaited<ReturnType<typeof startTurnstile>>} */
  let turnstile;
  /** @type {Map<string, string[]>} */
  let files;
  /** @type {Record<string, string>} */
  let env;
  /** The address of the server that the site's scripts use. */
  let current = '';

  before(async () => {
    const page = await readPage('better-auth');
    const [, version] = /\*\*better-auth (\d+\.\d+\.\d+)\*\*/.exec(page.text) ?? [];
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    turnstile = await startTurnstile();
    stops.push(() => turnstile.close());
    project = await createProject([`better-auth@${version}`, 'pg']);
    stops.push(() => project.remove());
    files = page.files();
    await project.write('project.mjs', PROJECT);
    await project.write('main.mjs', MAIN);
    for (const [name, parts] of files) if (parts.length === 1) await project.write(name, String(parts[0]));
    site = await serveSite({
      dist: project.dist,
      attributes: 'lang="en" mode="phone-register"',
      readScript(name) {
        if (name === 'turnstile.js') return TURNSTILE;
        const text = files.get(name)?.[0]?.replaceAll('https://id.example.com', current);
        return text && name === 'page-captcha.js' ? `import './turnstile.js';\n${text}` : text;
      },
      handler(request, response) {
        const { url = '/', method, headers } = request;
        const forwarded = sendRequest(new URL(url, current), { method, headers }, answer => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        request.pipe(forwarded);
      },
    });
    stops.push(() => site.close());
    env = {
      SITE_ORIGINS: site.url,
      DATABASE_URL: await postgres.createDatabase(),
      BETTER_AUTH_SECRET: 'a secret of 32 characters: 8fQ2x',
      BETTER_AUTH_URL: 'http://127.0.0.1',
      BETTER_AUTH_TELEMETRY: '0',
      TURNSTILE_SECRET_KEY: SECRET_KEY,
      TURNSTILE_URL: turnstile.url,
    };
    // The command asks before it changes the database.
    await project.run(`echo y | ${page.onlyOne('sh').trim()}`, env);
    const database = new pg.Client({ connectionString: env.DATABASE_URL });
    await database.connect();
    await database.query(page.onlyOne('sql'));
    await database.end();
    browser = await launch();
    stops.push(() => browser.close());
  });
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  /**
   * Starts the server of a configuration, for the rest of the test.
   * @param {import('node:test').TestContext} t
   * @param {string} [module]
   */
  async function start(t, module = './auth.mjs') {
    const probe = await serveSite({ dist: '', readScript: () => '' });
    await probe.close();
    current = probe.url;
    const port = new URL(current).port;
    const child = spawn(project.node, ['main.mjs', module, port], {
      cwd: project.folder,
      env: { ...process.env, ...withNode(project.node), ...env, BETTER_AUTH_URL: current },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    await new Promise((resolve, reject) => {
      child.stdout.once('data', resolve);
      child.once('exit', () => reject(new Error(`${module} did not start`)));
    });
    const { BetterAuthBackend } = await project.load('backends/better-auth.js');
    return new BetterAuthBackend(`${current}/api/auth`);
  }
  /** @param {string} phone */
  async function readCode(phone) {
    const lines = (await readFile(path.join(project.folder, 'sms.jsonl'), 'utf8')).trim().split('\n');
    const { text } = lines.map(line => JSON.parse(line)).findLast(({ number }) => number === `+${phone}`);
    return /** @type {RegExpExecArray} */ (/\d{6}/.exec(text))[0];
  }
  /** @param {import('node:test').TestContext} t @param {string} script */
  async function open(t, script) {
    const context = await browser.newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    await page.exposeFunction('solveCaptcha', turnstile.solve);
    await page.goto(`${site.url}/?script=${script}`);
    return new AuthPage(page);
  }
  /** Registers Anna with a new number. @param {AuthPage} authPage */
  async function register(authPage) {
    const phone = newPhone();
    await authPage.type('name', 'Anna');
    await authPage.requestCode(phone);
    await authPage.field('code').waitFor();
    await authPage.enterCode(await readCode(phone));
    await authPage.expectSignedIn('Anna');
    return phone;
  }
  /** @param {string} part of the text of a block of variants.mjs */
  async function writeVariant(part) {
    const block = files.get('variants.mjs')?.find(text => text.includes(part));
    await project.write('variant.mjs', variant(String(block)));
    return './variant.mjs';
  }

  for (const script of ['page.js', 'page-other-origin.js', 'page-cookies.js'])
    test(`${script}: registration by phone, and a second SMS within a minute is refused`, async t => {
      await start(t);
      const authPage = await open(t, script);
      const phone = await register(authPage);
      assert.equal(await authPage.token().then(token => token === null), script === 'page-cookies.js');
      await authPage.page.reload();
      await authPage.expectSignedIn('Anna');
      const { BetterAuthBackend } = await project.load('backends/better-auth.js');
      const again = new BetterAuthBackend(`${current}/api/auth`).requestCode(phone, {});
      await assert.rejects(again, { code: 'too-soon' });
    });

  for (const script of ['page.js', 'page-cookies.js'])
    test(`${script}: a login without @ registers, by toEmail`, async t => {
      await start(t);
      const authPage = await open(t, script);
      await authPage.evaluate(widget => void (widget.mode = 'register'));
      const login = `anna_${script.length}`;
      await authPage.submitLogin(login, 'correct horse battery', 'createAccount');
      await authPage.expectSignedIn(login);
    });

  test('known-numbers.mjs: a sign-in by an unknown number gets no SMS, and a registration gets one', async t => {
    const backend = await start(t, await writeVariant('requireAccountToSignIn'));
    const phone = newPhone();
    await assert.rejects(backend.requestCode(phone, {}), { code: 'unknown-user' });
    await backend.requestCode(phone, { register: true });
    assert.match(await readCode(phone), /^\d{6}$/);
  });

  test('rateLimit: one SMS a minute for an address', async t => {
    // The limits in the database need a table of better-auth, which its command line adds.
    const module = await writeVariant('rateLimit');
    await project.run('echo y | npx auth@latest migrate --config variant.mjs', env);
    const backend = await start(t, module);
    await backend.requestCode(newPhone(), { register: true });
    await assert.rejects(backend.requestCode(newPhone(), { register: true }), { code: 'too-many-requests' });
  });

  test('page-captcha.js: the widget solves the captcha of the plugin', async t => {
    await start(t, await writeVariant('captcha('));
    const authPage = await open(t, 'page-captcha.js');
    await register(authPage);
  });
});
