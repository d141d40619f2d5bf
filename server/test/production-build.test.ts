import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sendCode, verifyCode } from './support/calls.js';
import { dataFolder, startProcess, temporaryFolder } from './support/process.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const packages = join(root, '../node_modules');

describe('the production build', () => {
  it('is one file that needs only two packages, and no TypeScript', async t => {
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { cwd: root });
    // The folder has the same content as the image: the bundle and the packages that it leaves out.
    const folder = await temporaryFolder(t);
    const app = join(folder, 'server');
    await cp(join(root, 'dist/production'), join(app, 'dist/production'), { recursive: true });
    assert.deepEqual((await readdir(join(app, 'dist/production'))).sort(), ['server.mjs', 'server.mjs.map']);
    await mkdir(join(folder, 'node_modules'));
    for (const scope of ['@electric-sql', '@node-rs']) {
      await symlink(join(packages, scope), join(folder, 'node_modules', scope));
    }
    const server = await startProcess(
      t,
      { NODE_ENV: 'development', DATA_DIR: await dataFolder(t), METRICS_PORT: '0', LOG_LEVEL: 'info' },
      join(app, 'dist/production/server.mjs'),
    );
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    assert.equal((await sendCode(server.url, '79990000001')).status, 200);
    assert.equal((await verifyCode(server.url, '79990000001', '111111')).status, 200);
    const signIn = await fetch(`${server.url}/v1/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login: 'anna', password: 'correct horse' }),
    });
    assert.equal(signIn.status, 200, 'argon2');
    assert.equal((await fetch(`${server.url}/openapi.json`)).status, 200);
    assert.equal(await server.kill('SIGTERM'), 0);
    assert.match(server.output(), /"event":"sign-in"/);
  });
});
