// `npm start` (scripts/start.mjs), run as a child process, builds the demo and serves page and API.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PGLITE_FLAGS } from '../../scripts/suites/pglite-flags.mjs';
import { createDataFolder } from '../../server/test/support/data-folder.js';

const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

// The tests without a build use a database that exists. A new one in memory takes 8 s of processor time.
const { folder, remove } = await createDataFolder();
after(remove);

function start(env, ...args) {
  const child = spawn(process.execPath, [...PGLITE_FLAGS, script, ...args], {
    env: { ...process.env, DATA_DIR: 'memory://', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const checks = new Set();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ data) => {
      output += data;
      for (const check of checks) check();
    });
  }
  const exited = once(child, 'exit');
  return {
    child,
    exited,
    output: () => output,
    /** Resolves to the first match in the output. */
    waitForOutput: pattern =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(output);
          if (match) resolve(match);
        };
        checks.add(check);
        void exited.then(() => reject(new Error(`ended without printing ${pattern}:\n${output}`)));
        check();
      }),
  };
}

test('prints the address and the test numbers, serves page and API, and exits with 0 on Ctrl+C', async () => {
  const { child, exited, waitForOutput, output } = start({ PORT: '0' });
  try {
    await waitForOutput(/being built.*the pages … [\d.]+ s.*auth-widget\.min\.js … [\d.]+ s/s);
    const [url] = await waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
    await waitForOutput(/\+7 \(999\) 000-00-01\s+code 111111/);
    await waitForOutput(/\+7 \(999\) 000-00-02\s+code 222222/);
    const page = await fetch(url);
    assert.match(await page.text(), /<auth-widget base-url="\/">/);
    const script = await fetch(`${url}/auth-widget.min.js`);
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.match(await script.text(), /define\(["'`]auth-widget["'`]/);
    const response = await fetch(`${url}/v1/creds/tel`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tel: '79990000001', op: 'add' }),
    });
    assert.equal((await response.json()).params.cred, 'tel:79990000001');
    // An open page keeps a stream open. It must not delay the exit.
    const stream = await fetch(`${url}/dev/sms`);
    child.kill('SIGINT');
    const [code, signal] = await exited;
    assert.deepEqual([code, signal], [0, null], output());
    await stream.body?.cancel().catch(() => {});
  } finally {
    child.kill('SIGKILL');
  }
});

test('HOST=0.0.0.0: it is reached from the network, warns about it, and prints its address as a QR code', async () => {
  const { child, exited, waitForOutput } = start({ PORT: '0', HOST: '0.0.0.0', DATA_DIR: folder }, '--no-build');
  try {
    const [, url] = await waitForOutput(/demo: (http:\/\/[\d.]+:\d+)/);
    await waitForOutput(/everybody on this network.*sees the codes.*no crypto\.subtle/s);
    // The corners of a code are squares.
    await waitForOutput(/█▀▀▀▀▀█|█ ▄▄▄▄▄ █/);
    // As a phone's browser calls it: from the page at that address.
    const response = await fetch(`${url}/v1/creds/tel`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ tel: '79990000001', op: 'add' }),
    });
    assert.equal(response.status, 200);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
});

test('HOST with the name of the machine, as some shells set it: only this machine reaches it, and no warning', async () => {
  const { child, exited, waitForOutput, output } = start(
    { PORT: '0', HOST: 'my-laptop', DATA_DIR: folder },
    '--no-build',
  );
  try {
    await waitForOutput(/demo: http:\/\/127\.0\.0\.1:\d+.*Ctrl\+C/s);
    assert.doesNotMatch(output(), /network/);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
});

test('a port that is in use: exits with 1 and an error that mentions PORT, without a stack trace', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
  const { child, exited, output } = start({ PORT: String(port), DATA_DIR: folder }, '--no-build');
  try {
    const [code] = await exited;
    assert.equal(code, 1);
    assert.match(output(), new RegExp(`Port ${port} is taken.*PORT=`, 's'));
    assert.doesNotMatch(output(), /\n\s+at /);
  } finally {
    child.kill('SIGKILL');
    other.close();
  }
});
