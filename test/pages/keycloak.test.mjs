// docs/backends/keycloak.md against a real Keycloak without its phone provider: the calls of the table that Keycloak answers itself.
// Maven downloads the server once, into out/pages/.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../apps/support/package.mjs';
import { run } from '../apps/support/run.mjs';
import { listen } from '../e2e/support/listen.mjs';
import { readPage } from './support/project.mjs';

const page = await readPage('keycloak');
const [, release = ''] = /\*\*([\d.]+)\*\*/.exec(page.text) ?? [];
const ORIGIN = 'https://www.example.com';
const ADMIN = { username: 'admin', password: 'admin' };
const ANNA = { username: 'anna', password: 'correct horse' };

/** Downloads and unpacks Keycloak. @returns {Promise<string>} its folder */
async function install() {
  const parent = path.join(root, 'out/pages');
  const folder = path.join(parent, `keycloak-${release}`);
  if (existsSync(folder)) return folder;
  await mkdir(parent, { recursive: true });
  await run('java', ['-version'], { cwd: parent });
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
  const artifact = `org.keycloak:keycloak-quarkus-dist:${release}:zip`;
  await run('mvn', ['-q', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${parent}`], { cwd: parent });
  const archive = path.join(parent, `keycloak-quarkus-dist-${release}.zip`);
  await run('unzip', ['-q', archive, '-d', parent], { cwd: parent });
  await rm(archive);
  return folder;
}
const installed = await install().catch((/** @type {unknown} */ error) => /** @type {Error} */ (error));
const skip = installed instanceof Error ? `Keycloak ${release} was not installed: ${installed.message}` : undefined;

/** The text of a row of the table. @param {string} name */
const rowOf = name => {
  const [, row] = new RegExp(`^\\| ${name} +\\| (.*?) *\\|$`, 'm').exec(page.text) ?? [];
  assert.ok(row, `the table has no row ${name}`);
  return row;
};
/** The path of a call in a row. @param {string} name @param {string} method */
const pathOf = (name, method) => {
  const [, found] = new RegExp(`\`${method} ([^\`?]+)\``).exec(rowOf(name)) ?? [];
  assert.ok(found, `${name} has no call ${method}`);
  return found;
};

describe('docs/backends/keycloak.md', { skip }, () => {
  /** @type {import('node:child_process').ChildProcess} */
  let child;
  /** @type {string} */
  let keycloak;
  /** @type {string} */
  let adminToken;

  /** @param {string} address below the server @param {RequestInit & { form?: Record<string, string> }} [init] */
  async function call(address, { form, headers, ...init } = {}) {
    const answer = await fetch(`${keycloak}/${address}`, {
      method: form ? 'POST' : 'GET',
      headers: { Origin: ORIGIN, .../** @type {Record<string, string> | undefined} */ (headers) },
      ...(form && { body: new URLSearchParams(form) }),
      ...init,
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: text.startsWith('{') ? JSON.parse(text) : {} };
  }
  /** @param {string} method @param {string} address @param {object} body */
  const administer = (method, address, body) =>
    call(`admin/realms${address}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify(body),
    });

  before(async () => {
    const probe = await listen(createServer());
    keycloak = probe.url;
    await probe.close();
    const args = ['start-dev', '--db=dev-mem', '--http-host=127.0.0.1', `--http-port=${new URL(keycloak).port}`];
    child = spawn(path.join(String(installed), 'bin/kc.sh'), args, {
      env: { ...process.env, KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username, KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true, // the script starts Java, which ends with its group
    });
    await new Promise((resolve, reject) => {
      child.stdout?.on('data', chunk => String(chunk).includes('Listening on') && resolve(undefined));
      child.once('exit', () => reject(new Error('Keycloak did not start')));
    });
    const form = { grant_type: 'password', client_id: 'admin-cli', ...ADMIN };
    adminToken = (await call('realms/master/protocol/openid-connect/token', { form })).json.access_token;
    const { status } = await administer('POST', '', {
      realm: 'site',
      enabled: true,
      clients: [{ clientId: 'page', publicClient: true, directAccessGrantsEnabled: true, webOrigins: [ORIGIN] }],
      users: [
        {
          ...{ username: ANNA.username, enabled: true, firstName: 'Anna', lastName: 'K.', email: 'anna@site.test' },
          ...{ emailVerified: true, credentials: [{ type: 'password', value: ANNA.password }] },
        },
      ],
    });
    assert.equal(status, 201);
  });
  after(
    () =>
      new Promise(resolve => {
        child.once('exit', resolve);
        process.kill(-Number(child.pid), 'SIGTERM');
      }),
  );

  const token = (/** @type {Record<string, string>} */ form) =>
    call(`realms/site/${pathOf('`verifyCode`', 'POST').split(',')[0]}`, { form: { client_id: 'page', ...form } });
  const signIn = (/** @type {object} */ other = {}) =>
    token({ grant_type: 'password', scope: 'openid', ...ANNA, ...other });
  const renew = (/** @type {string} */ refreshToken) =>
    token({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const whoIs = (/** @type {string} */ accessToken) =>
    call(`realms/site/${pathOf('`getSession`', 'GET')}`, { headers: { authorization: `Bearer ${accessToken}` } });

  test('a sign-in by password, whose session it is, and a renewal, from the origin of the page', async () => {
    const { status, headers, json } = await signIn();
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, ORIGIN]);
    for (const [, name = ''] of rowOf('session').matchAll(/`(\w+_\w+)`/g)) assert.ok(json[name], name);
    const { json: person } = await whoIs(json.access_token);
    assert.deepEqual([typeof person.sub, person.name], ['string', 'Anna K.']);
    const { json: renewed } = await renew(json.refresh_token);
    assert.equal((await whoIs(renewed.access_token)).json.sub, person.sub);
    assert.equal((await renew(json.refresh_token)).status, 200, 'the refresh token works for a second tab');
  });

  test('one answer for every refusal, and none says whether the login is known', async () => {
    const refusals = await Promise.all([signIn({ password: 'x' }), signIn({ username: 'boris' })]);
    for (const { status, json } of refusals) assert.deepEqual([status, json.error], [401, 'invalid_grant']);
    assert.equal(refusals[0].text, refusals[1].text);
  });

  test('without the scope `openid` the sign-in works, and nobody learns whose session it is', async () => {
    const { json } = await signIn({ scope: 'profile' });
    const { status, headers } = await whoIs(json.access_token);
    assert.equal(status, 403);
    assert.match(headers.get('www-authenticate') ?? '', /error="insufficient_scope"/);
  });

  test('a sign-out ends the session, and its errors are where the page says', async () => {
    const { json } = await signIn();
    const form = { client_id: 'page', refresh_token: json.refresh_token };
    const { status } = await call(`realms/site/${pathOf('`endSession`', 'POST')}`, { form });
    assert.equal(status, 204);
    const renewed = await renew(json.refresh_token);
    assert.deepEqual([renewed.status, renewed.json.error], [400, 'invalid_grant']);
    const asked = await whoIs(json.access_token);
    assert.deepEqual([asked.status, asked.text], [401, '']);
    assert.match(asked.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
    assert.match(asked.headers.get('access-control-expose-headers') ?? '', /WWW-Authenticate/);
  });

  test('with “Revoke Refresh Token” a second use is refused, as for two tabs', async () => {
    await administer('PUT', '/site', { revokeRefreshToken: true });
    const { json } = await signIn();
    assert.equal((await renew(json.refresh_token)).status, 200);
    const again = await renew(json.refresh_token);
    assert.deepEqual([again.status, again.json.error], [400, 'invalid_grant']);
    await administer('PUT', '/site', { revokeRefreshToken: false });
  });

  test('the calls for an SMS come with the provider, and the server alone has none', async () => {
    const [, address = ''] = /`GET (sms\/[\w-]+)\?/.exec(rowOf('`requestCode`')) ?? [];
    assert.ok(address);
    assert.equal((await call(`realms/site/${address}?phoneNumber=%2B79161234567`)).status, 404);
  });

  test('the limits of the provider for a number and for an address, with a provider', {
    skip: 'keycloak-phone-provider is no package of Maven Central',
  });
});
