// docs/backends/firebase.md against Firebase's emulator of its Auth: the calls of the column “by HTTP”, and the errors of its table.
// firebase-tools is installed once, into out/pages/.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../apps/support/package.mjs';
import { runNpm } from '../apps/support/run.mjs';
import { listen } from '../e2e/support/listen.mjs';
import { readPage } from './support/project.mjs';

const TOOLS = 'firebase-tools@15.34.2';
const PROJECT = 'demo-auth-widget';
const PHONE = '+79161234567';

/** Installs the emulator. @returns {Promise<string>} its program */
async function install() {
  const folder = path.join(root, 'out/pages', TOOLS);
  const program = path.join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js');
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-save', '--no-package-lock', '--prefer-offline', '--no-audit', '--no-fund'];
  await runNpm(['install', ...flags, TOOLS], { cwd: folder });
  return program;
}
const program = await install().catch((/** @type {unknown} */ error) => /** @type {Error} */ (error));
const skip = program instanceof Error ? `${TOOLS} was not installed: ${program.message}` : undefined;

describe('docs/backends/firebase.md', { skip }, () => {
  /** The errors of the table, with the codes of the port. @type {Map<string, Set<string>>} */
  const table = new Map();
  /** @type {string} */
  let emulator;
  /** @type {import('node:child_process').ChildProcess} */
  let child;

  before(async () => {
    const { text } = await readPage('firebase');
    const [, errors = ''] = text.split('\n## Errors\n');
    for (const [, left = '', right = ''] of errors.matchAll(/^\| (.*?) \| (.*?) \|$/gm))
      for (const [, name = ''] of left.matchAll(/`([A-Z_]{5,})`/g)) {
        const codes = Array.from(right.matchAll(/`([a-z-]+)`/g), ([, code = '']) => code);
        table.set(name, new Set([...(table.get(name) ?? []), ...codes]));
      }
    const probes = await Promise.all([1, 2, 3].map(() => listen(createServer())));
    await Promise.all(probes.map(probe => probe.close()));
    const [auth, hub, logging] = probes.map(({ url }) => Number(new URL(url).port));
    emulator = `http://127.0.0.1:${auth}`;
    const emulators = { auth: { port: auth }, hub: { port: hub }, logging: { port: logging }, ui: { enabled: false } };
    const folder = path.join(root, 'out/pages/firebase');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'firebase.json'), JSON.stringify({ emulators }));
    const args = ['emulators:start', '--project', PROJECT, '--only', 'auth'];
    child = spawn(process.execPath, [String(program), ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve, reject) => {
      child.stdout?.on('data', chunk => String(chunk).includes('All emulators ready') && resolve(undefined));
      child.once('exit', () => reject(new Error('the emulator did not start')));
    });
  });
  after(
    () =>
      new Promise(resolve => {
        child.once('exit', resolve);
        child.kill('SIGINT');
      }),
  );

  /** @param {string} address @param {object} body */
  async function post(address, body) {
    const answer = await fetch(`${emulator}/${address}?key=a-key`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...('targetProjectId' in body && { authorization: 'Bearer owner' }),
      },
      body: JSON.stringify(body),
    });
    const value = await answer.json();
    return { status: answer.status, error: value.error?.message.split(' ')[0], value };
  }
  const account = (/** @type {string} */ method, /** @type {object} */ body) =>
    post(`identitytoolkit.googleapis.com/v1/accounts:${method}`, body);
  const renew = (/** @type {string} */ token) =>
    post('securetoken.googleapis.com/v1/token', { grant_type: 'refresh_token', refresh_token: token });

  /** Fails unless the call is refused with an error that the table has under this code. */
  const refused = async (
    /** @type {ReturnType<typeof post>} */ call,
    /** @type {string} */ name,
    /** @type {string} */ code,
  ) => {
    const { status, error } = await call;
    assert.deepEqual([status, error], [400, name]);
    assert.ok(table.get(name)?.has(code), `${name} is ${code}`);
  };
  async function requestCode(phoneNumber = PHONE) {
    const { value } = await account('sendVerificationCode', { phoneNumber, recaptchaToken: 'solved' });
    const { verificationCodes } = await (
      await fetch(`${emulator}/emulator/v1/projects/${PROJECT}/verificationCodes`)
    ).json();
    return { sessionInfo: value.sessionInfo, code: verificationCodes.at(-1).code };
  }
  const signIn = async () => (await account('signInWithPhoneNumber', await requestCode())).value;

  test('a sign-in by phone, the account, its name, and a renewal', async () => {
    const session = await signIn();
    assert.deepEqual([session.isNewUser, session.expiresIn], [true, '3600']);
    await account('update', { idToken: session.idToken, displayName: 'Anna' });
    const { value } = await account('lookup', { idToken: session.idToken });
    assert.deepEqual([value.users[0].localId, value.users[0].displayName], [session.localId, 'Anna']);
    const { value: renewed } = await renew(session.refreshToken);
    assert.deepEqual([renewed.user_id, renewed.expires_in], [session.localId, '3600']);
    assert.ok(renewed.id_token && renewed.refresh_token);
    assert.equal((await signIn()).isNewUser, false);
  });

  test('errors of a code', async () => {
    const { sessionInfo, code } = await requestCode();
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    await refused(account('signInWithPhoneNumber', { sessionInfo, code: wrong }), 'INVALID_CODE', 'wrong-code');
    await account('signInWithPhoneNumber', { sessionInfo, code });
    await refused(account('signInWithPhoneNumber', { sessionInfo, code }), 'INVALID_SESSION_INFO', 'code-expired');
    const noNumber = account('sendVerificationCode', { phoneNumber: '12', recaptchaToken: 'solved' });
    await refused(noNumber, 'INVALID_PHONE_NUMBER', 'invalid-phone');
  });

  test('errors of the calls with a token', async () => {
    await refused(account('lookup', { idToken: 'none' }), 'INVALID_ID_TOKEN', 'session-expired');
    await refused(renew('none'), 'INVALID_REFRESH_TOKEN', 'session-expired');
    const { idToken, refreshToken, localId } = await signIn();
    await account('update', { localId, disableUser: true, targetProjectId: PROJECT });
    await refused(account('lookup', { idToken }), 'USER_DISABLED', 'session-expired');
    await refused(renew(refreshToken), 'USER_DISABLED', 'session-expired');
    await refused(account('signInWithPhoneNumber', await requestCode()), 'USER_DISABLED', 'refused');
    await account('delete', { localId, targetProjectId: PROJECT });
    await refused(account('lookup', { idToken }), 'USER_NOT_FOUND', 'session-expired');
  });

  test('a password, and the errors', async () => {
    const anna = { email: 'anna@site.test', password: 'correct horse', returnSecureToken: true };
    await refused(account('signUp', { ...anna, password: '123' }), 'WEAK_PASSWORD', 'policy');
    assert.ok((await account('signUp', anna)).value.refreshToken);
    await refused(account('signUp', anna), 'EMAIL_EXISTS', 'policy');
    assert.ok((await account('signInWithPassword', anna)).value.idToken);
    const wrong = { ...anna, password: 'another horse' };
    await refused(account('signInWithPassword', wrong), 'INVALID_PASSWORD', 'wrong-credentials');
    const unknown = { ...anna, email: 'boris@site.test' };
    await refused(account('signInWithPassword', unknown), 'EMAIL_NOT_FOUND', 'wrong-credentials');
    await fetch(
      `${emulator}/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config?updateMask=emailPrivacyConfig`,
      {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
        body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
      },
    );
    await refused(account('signInWithPassword', wrong), 'INVALID_LOGIN_CREDENTIALS', 'wrong-credentials');
  });
});
