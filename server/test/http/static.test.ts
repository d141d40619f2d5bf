import assert from 'node:assert/strict';
import { symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { dataFolder, startProcess, temporaryFolder } from '../support/process.js';

describe('the pages in DEMO_DIR', () => {
  it('are served with a strict Content-Security-Policy and their content types, and no file outside the folder', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Demo</title>');
    await writeFile(join(folder, 'app.js'), 'export {};');
    await writeFile(join(folder, '.env'), 'hidden');
    await writeFile(`${folder}-secret`, 'outside');
    await symlink(`${folder}-secret`, join(folder, 'link.txt'));
    t.after(() => unlink(`${folder}-secret`));
    const server = await startProcess(t, { NODE_ENV: 'development', DATA_DIR: await dataFolder(t), DEMO_DIR: folder });
    const page = await fetch(`${server.url}/`);
    assert.equal(await page.text(), '<!doctype html><title>Demo</title>');
    assert.equal(page.headers.get('Content-Type'), 'text/html; charset=utf-8');
    assert.equal(
      page.headers.get('Content-Security-Policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "frame-src 'self'; require-trusted-types-for 'script'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
    );
    assert.equal(page.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(page.headers.get('Referrer-Policy'), 'no-referrer');
    const script = await fetch(`${server.url}/app.js`);
    assert.equal(script.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
    assert.equal(await script.text(), 'export {};');
    assert.equal(script.headers.get('Access-Control-Allow-Origin'), null);
    // A developer's app on another port may load the widget from here, because it may also call the API.
    const fromApp = await fetch(`${server.url}/app.js`, { headers: { Origin: 'http://localhost:3000' } });
    assert.equal(fromApp.headers.get('Access-Control-Allow-Origin'), 'http://localhost:3000');
    const fromElsewhere = await fetch(`${server.url}/app.js`, { headers: { Origin: 'https://example.com' } });
    assert.equal(fromElsewhere.headers.get('Access-Control-Allow-Origin'), null);
    const known = { headers: { 'If-None-Match': page.headers.get('ETag')! } };
    assert.equal((await fetch(`${server.url}/index.html`, known)).status, 304);
    assert.equal((await fetch(`${server.url}/app.js`, { method: 'HEAD' })).headers.get('Content-Length'), '10');
    const base = folder.split('/').at(-1);
    const outside = [
      `/..%2f${base}-secret`,
      `/%2e%2e/${base}-secret`,
      `/%2e%2e%2f%2e%2e%2fetc/passwd`,
      '/.env',
      '/link.txt',
      '/..%5c',
      '/%00',
      '/index.html%00.js',
      '/missing.js',
      '/%E0%A4%A',
    ];
    for (const path of outside) {
      const answer = await fetch(server.url + path);
      assert.equal(answer.status, 404, path);
      assert.equal(((await answer.json()) as { code: number }).code, 404, path);
    }
    const api = await fetch(`${server.url}/v1/session`);
    assert.equal(api.status, 401);
    assert.equal((await fetch(`${server.url}/app.js`, { method: 'POST' })).status, 404);
    await server.kill('SIGTERM');
  });
});
