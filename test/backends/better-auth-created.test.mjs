// The server that create/ writes into an app with better-auth: it starts, keeps its data, and people sign in.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import '../../scripts/suites/typescript.mjs';
import { planApp } from '../../create/app.mjs';
import { listen } from '../e2e/support/listen.mjs';
import { install } from './better-auth-server.mjs';

const { BetterAuthBackend } = await import('../../src/backends/better-auth.js');

/**
 * Writes the server of a new app.
 * @param {import('node:test').TestContext} t the folder is removed after it
 */
async function createServerFolder(t) {
  // Below the folder with the installed packages, which Node finds there.
  const app = await mkdtemp(path.join(await install(), 'created-'));
  t.after(() => rm(app, { recursive: true, force: true }));
  const files = planApp({ name: 'my-app', framework: 'vite-react', server: 'better-auth', widget: '*' });
  for (const [file, text] of files)
    if (file.startsWith('auth-server/')) {
      await mkdir(path.dirname(path.join(app, file)), { recursive: true });
      await writeFile(path.join(app, file), text);
    }
  return app;
}

/** @param {string} url @param {string} host the header `Host` @returns {Promise<number | undefined>} the status of the answer */
const callAs = (url, host) =>
  new Promise((resolve, reject) => {
    const call = request(url, { headers: { host } }, answer => resolve(answer.resume().statusCode));
    call.on('error', reject).end();
  });

/** An address that is free. */
async function findFreeUrl() {
  const probe = await listen(createServer());
  await probe.close();
  return probe.url;
}

/** @param {string} app folder of the app @param {string} port @param {Record<string, string>} [settings] */
async function start(app, port, settings) {
  const env = { ...process.env, PORT: port, NODE_ENV: undefined, BETTER_AUTH_TELEMETRY: '0', ...settings };
  const child = spawn(process.execPath, ['auth-server/main.mjs'], { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += String(data)));
  const server = {
    /** @param {RegExp} pattern @returns {Promise<string>} the first group, once it was printed */
    printed: pattern =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output);
          if (found) resolve(String(found[1]));
          else if (child.exitCode !== null) reject(new Error(output));
        };
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        child.once('exit', look);
        look();
      }),
    close: () =>
      new Promise(resolve => {
        child.once('exit', resolve);
        if (!child.kill()) resolve(undefined); // it has ended already
      }),
  };
  await server.printed(/answers at (http:\S+)/);
  return server;
}

test('the server of a new app: a sign-in by phone, which a restart keeps', { timeout: 180_000 }, async t => {
  const app = await createServerFolder(t);
  const url = await findFreeUrl();
  const { port } = new URL(url);
  const server = await start(app, port);
  t.after(() => server.close());
  const backend = new BetterAuthBackend(`${url}/api/auth`);
  const PHONE = /** @type {any} */ ('79991234567');
  await backend.requestCode(PHONE, { register: true });
  const code = await server.printed(/SMS to \+79991234567: Your code: (\d{6})/);
  const session = await backend.verifyCode(PHONE, code, { register: true });
  assert.ok(session?.token);
  // As the page sends it through the proxy of its development server.
  const origin = 'http://localhost:5174';
  const refused = await fetch(`${url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { origin: 'https://evil.example', cookie: 'a=b' },
  });
  assert.equal(refused.status, 403);
  const asked = await fetch(`${url}/api/auth/get-session`, {
    headers: { origin, authorization: `Bearer ${session.token}` },
  });
  assert.equal(asked.status, 200);
  assert.equal(await callAs(`${url}/api/auth/get-session`, '['), 400);
  assert.equal((await backend.getSession(session.token, {})).user, session.user, 'the server is still there');
  await server.close();

  const restarted = await start(app, port);
  t.after(() => restarted.close());
  assert.equal((await backend.getSession(session.token, {})).user, session.user);
});

test('the server of a new app in production: each caller has limits of their own', { timeout: 180_000 }, async t => {
  const app = await createServerFolder(t);
  const url = await findFreeUrl();
  /** @param {string} trusted the proxies that the server trusts */
  const run = async trusted => {
    const server = await start(app, new URL(url).port, {
      NODE_ENV: 'production',
      BETTER_AUTH_SECRET: 'x'.repeat(32),
      SITE_ORIGINS: 'https://www.example.com, http://localhost:*',
      TRUSTED_PROXIES: trusted,
    });
    t.after(() => server.close());
    return server;
  };
  /** @param {string} forwardedFor */
  const signIn = async forwardedFor => {
    const { status } = await fetch(`${url}/api/auth/sign-in/username`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // better-auth reads the origin of a call only if it has a cookie.
        origin: 'http://localhost:5174',
        cookie: 'a=b',
        'x-forwarded-for': forwardedFor,
      },
      body: JSON.stringify({ username: 'nobody', password: 'correct horse' }),
    });
    return status;
  };
  /** @param {readonly string[]} chains */
  const statusesOf = async chains => {
    const statuses = [];
    for (const chain of chains) statuses.push(await signIn(chain));
    return statuses;
  };

  // A proxy at 10.0.0.1 has set the header, and the app's server has appended its address.
  const behindProxy = await run('127.0.0.1, ::1, 10.0.0.1');
  const [anna, boris] = ['203.0.113.1, 10.0.0.1', '203.0.113.2, 10.0.0.1'];
  assert.deepEqual(await statusesOf([anna, anna, anna, anna, boris]), [401, 401, 401, 429, 401]);
  assert.equal(
    await signIn(`198.51.100.7, ${anna}`),
    429,
    'what the caller has put before the address counts for nothing',
  );
  await behindProxy.close();

  await run('10.0.0.1');
  const invented = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'];
  assert.deepEqual(await statusesOf(invented), [401, 401, 401, 429], 'a caller who is no proxy has one address');
});
