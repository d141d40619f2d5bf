// `npm start` (scripts/start.mjs) builds the demo and the one file that its page names, and serves them with a database in memory.
import assert from 'node:assert/strict';
import test from 'node:test';
import { start } from './support/start-script.mjs';

test('builds the demo, and serves its page and the one file', async () => {
  const { child, exited, waitForOutput } = start({ PORT: '0', DATA_DIR: 'memory://' });
  try {
    await waitForOutput(/being built.*the pages … [\d.]+ s.*auth-widget\.min\.js … [\d.]+ s/s);
    const [, url] = await waitForOutput(/demo: (http:\/\/127\.0\.0\.1:\d+)/);
    const page = await fetch(url);
    assert.match(await page.text(), /<auth-widget base-url="\/">/);
    const script = await fetch(`${url}/auth-widget.min.js`);
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.match(await script.text(), /define\(["'`]auth-widget["'`]/);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
});
