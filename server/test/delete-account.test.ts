import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sendCode, verifyCode } from './support/calls.js';
import { goodSecret } from './support/environment.js';
import { dataFolder, startProcess } from './support/process.js';

const cwd = fileURLToPath(new URL('../', import.meta.url));

describe('npm run delete-account', () => {
  it('writes the event with the pseudonym that the account has in the log of the server', async t => {
    const env = { NODE_ENV: 'development', DATA_DIR: await dataFolder(t), SERVER_SECRET: goodSecret };
    const server = await startProcess(t, env);
    await sendCode(server.url, '79990000001');
    assert.equal((await verifyCode(server.url, '79990000001', '111111')).status, 200);
    await server.kill('SIGTERM');
    const signedIn = /"event":"sign-in","subject":"([^"]+)"/.exec(server.output())?.[1];
    assert.match(signedIn ?? '', /^account:/);
    const output = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/delete-account.ts', '79990000001'], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', ...env },
      encoding: 'utf8',
    });
    assert.equal(/"event":"account-deleted","subject":"([^"]+)"/.exec(output)?.[1], signedIn);
    assert.ok(!output.includes('79990000001'));
  });
});
