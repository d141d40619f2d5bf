// Codes, passwords and tokens never appear in logs, errors, notices, URLs or the flow record.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { AuthClient } from '../../src/client/auth-client.js';
import { envelope, raw, startRawServer } from '../support/raw-server.js';
import { FakePage } from '../support/page.js';

const PHONE = '79161234567';
const CODE = '837465';
const PASSWORD = 'secret-password-7c1f';
const TOKENS = ['secret-token-1-9f2e', 'secret-token-2-51ab'] as const;

test('no secret appears anywhere from the first sign-in to dispose', async t => {
  const page = new FakePage(t);
  const server = await startRawServer(t);
  const recorded: string[] = [];
  const record = (...things: unknown[]) =>
    recorded.push(inspect(things, { depth: 10, showHidden: true, getters: true }));
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const)
    t.mock.method(console, level, record);
  t.mock.method(process.stderr, 'write', record);
  const caught: unknown[] = [];
  const onUnhandled = (reason: unknown) => caught.push(reason);
  process.on('unhandledRejection', onUnhandled);
  t.after(() => process.off('unhandledRejection', onUnhandled));

  const client = new AuthClient({ baseUrl: server.url });
  client.observe(notice => record('notice', notice, client.state, client.flow));
  const attempt = (operation: Promise<void>) => operation.catch((error: unknown) => record('error', error));
  const answers = [
    envelope(401, { what: 'code', attemptsLeft: 2 }),
    envelope(401, { what: 'password' }),
    envelope(422, { what: 'password' }),
    envelope(500),
    raw('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"code'),
    raw(''),
    // A server that echoes the secrets.
    envelope(400, { what: PASSWORD, text: CODE, token: TOKENS[0] }),
    envelope(200, { token: TOKENS[0], user: 7, password: PASSWORD, code: CODE }),
  ];
  const session = { user: 'u1', displayName: null, token: TOKENS[0], expiresIn: 600 };

  for (const answer of answers) {
    server.replyWith(envelope(200, { cred: `tel:${PHONE}`, idempotent: true }));
    await attempt(client.loginByPhone(PHONE));
    server.replyWith(answer);
    await attempt(client.loginWithSmsCode(CODE));
    await attempt(client.login('anna', PASSWORD));
  }
  // An operation that is cancelled, and one that is rejected before it starts.
  const signedIn = attempt(client.login('anna', PASSWORD));
  client.back();
  await signedIn;
  await attempt(client.loginWithSmsCode(CODE));
  // A sign-in whose name is rejected; a renewal; a sign-out without an answer.
  server.replyWith(envelope(200, { cred: `tel:${PHONE}` }));
  await attempt(client.loginByPhone(PHONE));
  server.replyWith(envelope(200, session));
  await attempt(client.loginWithSmsCode(CODE));
  server.replyWith(envelope(500));
  await attempt(client.verifyRegistrationSms('', 'Anna'));
  server.replyWith(envelope(200, { user: 'u1', displayName: 'Anna' }));
  await attempt(client.verifyRegistrationSms('', 'Anna'));
  assert.equal(client.state.isAuthenticated, true);
  // The token is stored only in localStorage.
  assert.ok(page.localStorage.text.includes(TOKENS[0]));
  record('session storage', page.sessionStorage.text);
  server.replyWith(envelope(200, { ...session, displayName: 'Anna', token: TOKENS[1], expiresIn: 1000 }));
  const { now } = Date;
  t.mock.method(Date, 'now', () => now() + 590_000); // the token is about to expire
  page.fire('online');
  assert.equal(await client.getToken(), TOKENS[1]);
  record('client', client, Object.keys(client), JSON.stringify(client));
  server.replyWith(raw(''));
  await attempt(client.logout());
  client.dispose();
  await attempt(client.login('anna', PASSWORD));
  await attempt(client.loginWithSmsCode(CODE));

  record('unhandled', caught);
  for (const request of server.requests) record('url', request.split('\r\n')[0]);
  const text = recorded.join('\n');
  assert.ok(text.includes('auth-signed-in') && text.includes('wrong-credentials') && text.length > 10_000);
  for (const secret of [CODE, PASSWORD, ...TOKENS]) assert.ok(!text.includes(secret), secret);
  // Errors do not contain the phone number either.
  const errors = recorded.filter(line => line.startsWith("[\n  'error'") || line.startsWith("[ 'error'"));
  assert.ok(errors.length > 10);
  for (const error of errors) assert.ok(!error.includes(PHONE) && !error.includes('9161234567'));
  assert.equal(page.localStorage.text, '[]');
  assert.equal(page.sessionStorage.text, '[]');
  // The secrets were sent: in bodies, and the token in a header.
  const sent = server.requests.join('\n');
  for (const secret of [CODE, PASSWORD, TOKENS[0]]) assert.ok(sent.includes(secret), secret);
  assert.deepEqual(caught, []);
});

test('operations after dispose log none of their arguments, not even in development builds', async () => {
  const secrets = {
    login: 'anna-7c1f',
    password: 'correct-horse-7c1f',
    code: '837465',
    name: 'Name-7c1f',
    phone: PHONE,
  };
  const script = `
    import { createActor, createMachine } from 'xstate';
    import { AuthClient } from './src/client/auth-client.ts';
    import { HeldBackend, FakeStore } from './test/support/held-backend.ts';
    const { login, password, code, name, phone } = ${JSON.stringify(secrets)};
    // XState warns in development when an event is sent to a stopped actor, and prints the event.
    const actor = createActor(createMachine({})).start();
    actor.stop();
    actor.send({ type: 'CONTROL' });
    const backend = new HeldBackend();
    const client = new AuthClient({ backend, store: new FakeStore(), baseUrl: 'https://api.test' });
    const asked = client.loginByPhone('79167654321');
    await backend.answer('requestCode');
    await asked;
    client.dispose();
    const operations = [
      () => client.login(login, password),
      () => client.loginWithSmsCode(code),
      () => client.verifyRegistrationSms(code, name),
      () => client.loginByPhone(phone),
      () => client.registerByPhone(phone, name),
      () => client.sendRegistrationSms(phone),
      () => client.tryAutoLogin(),
      () => client.logout(),
    ];
    const ends = [];
    for (const operation of operations) ends.push(await operation().then(() => 'resolved', error => error.code));
    process.stdout.write(JSON.stringify({ ends, calls: backend.calls.length }));
  `;
  const args = [
    '--conditions=development',
    '--import',
    './scripts/suites/typescript.mjs',
    '--input-type=module',
    '--eval',
    script,
  ];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd });
  assert.match(stderr, /CONTROL/, 'the development build of XState is in use, and prints warnings');
  assert.deepEqual(JSON.parse(stdout), { ends: [...Array<string>(7).fill('cancelled'), 'resolved'], calls: 1 });
  for (const secret of Object.values(secrets)) assert.ok(!stderr.includes(secret), stderr);
});
