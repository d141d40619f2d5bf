// `npm start` (scripts/start.mjs) without its build: what it prints, who reaches it, and how it ends.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import test, { after } from 'node:test';
import { createDataFolder } from '../../server/test/support/data-folder.js';
import { start } from './support/start-script.mjs';

// These tests use a database that exists. A new one in memory takes 8 s of processor time.
const { folder, remove } = await createDataFolder();
after(remove);

// Some shells set HOST to the name of the machine.
test('prints the address and the test numbers, serves the API to this machine alone, and exits with 0 on Ctrl+C', async () => {
  const { child, exited, waitForOutput, output } = start(
    { PORT: '0', HOST: 'my-laptop', DATA_DIR: folder },
    '--no-build',
  );
  try {
    const [, url] = await waitForOutput(/demo: (http:\/\/127\.0\.0\.1:\d+)/);
    await waitForOutput(/\+7 \(999\) 000-00-01\s+code 111111/);
    await waitForOutput(/\+7 \(999\) 000-00-02\s+code 222222/);
    await waitForOutput(/Ctrl\+C/);
    assert.doesNotMatch(output(), /network/);
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

for (const [name, hint] of Object.entries({ PORT: ' PORT=', METRICS_PORT: 'set METRICS_PORT' }))
  test(`a port that is in use: exits with 1 and an error that mentions ${name}, without a stack trace`, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
    const { child, exited, output } = start({ PORT: '0', [name]: String(port), DATA_DIR: folder }, '--no-build');
    try {
      const [code] = await exited;
      assert.equal(code, 1);
      assert.match(output(), new RegExp(`Port ${port} .*is taken.*${hint}`, 's'));
      assert.doesNotMatch(output(), /\n\s+at /);
    } finally {
      child.kill('SIGKILL');
      other.close();
    }
  });
