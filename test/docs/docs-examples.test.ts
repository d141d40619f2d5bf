// The code examples of docs/client.md and docs/backend.md compile and run.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { AuthClient, SessionStore } from '../../src/client/index.js';
import { HeldBackend, session, stored } from '../support/held-backend.js';
import { examplesOf, installExamples, typeErrorsIn } from '../support/docs.js';
import { startIdentityServer } from '../support/identity-server.js';
import { FakePage } from '../support/page.js';
import type { backendConformance } from '../../src/testing/index.js';
import { startServer } from '../../server/src/server.js';
import { createDataFolder } from '../../server/test/support/data-folder.js';

test('the examples of both pages compile', async () => {
  assert.deepEqual([...(await examplesOf('client.md')).keys()], ['terminal.ts', 'form.js', 'tab-store.ts']);
  const backends = [
    'seconds-until.ts',
    'identity-conformance.ts',
    'identity-backend.ts',
    'use-identity.ts',
    'socket-backend.ts',
  ];
  assert.deepEqual([...(await examplesOf('backend.md')).keys()], backends);
  assert.deepEqual(await typeErrorsIn('client.md', 'backend.md'), []);
});

test('client.md: a sign-in from a terminal, against the reference server', async t => {
  const { folder, remove } = await createDataFolder();
  const server = await startServer({
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    TEST_NUMBERS: '79990000001:111111',
  });
  t.after(() => server.close().then(remove));
  const example = await installExamples(t, 'client.md');
  const { signIn } = await example<{
    signIn(url: string, phone: string, ask: (question: string) => Promise<string>): Promise<AuthClient>;
  }>('terminal.ts');
  const logged: unknown[] = [];
  t.mock.method(console, 'log', (line: unknown) => logged.push(line));
  const questions: string[] = [];
  const answers = ['222222', '111111', 'Anna'];
  const client = await signIn(server.url, '8 999 000-00-01', question => {
    questions.push(question);
    return Promise.resolve(answers.shift()!);
  });
  t.after(() => client.dispose());
  assert.deepEqual(questions, [
    'Code sent to +7 (999) 000-00-01: ',
    'Code sent to +7 (999) 000-00-01: ',
    'Your name: ',
  ]);
  assert.deepEqual(logged, ['That code isn’t right. Check the text message. 2\u00A0tries left.']);
  assert.equal(client.state.displayName, 'Anna');
  assert.equal(client.persistent, false);
  // The token of the page’s own calls.
  const answer = await fetch(`${server.url}/v1/session`, {
    headers: { Authorization: `Bearer ${await client.getToken()}` },
  });
  assert.equal(answer.status, 200);
  await client.logout();
  assert.equal(await client.getToken(), null);
});

test('client.md: a form of your own', async t => {
  const { signInWith } = await (
    await installExamples(t, 'client.md')
  )<{ signInWith(form: unknown, options: object): AuthClient }>('form.js');
  const backend = new HeldBackend();
  const output = { textContent: '' };
  const submit = { disabled: false };
  const form = Object.assign(new EventTarget(), {
    elements: { login: { value: 'anna' }, password: { value: 'correct horse' }, submit },
    querySelector: () => output,
  });
  const client = signInWith(form, { backend });
  t.after(() => client.dispose());
  form.dispatchEvent(new Event('submit', { cancelable: true }));
  assert.equal(submit.disabled, true);
  await backend.answer('login', new Error('no network'));
  await new Promise(resolve => setImmediate(resolve));
  assert.equal(output.textContent, 'We couldn’t reach the server. Check your connection and try again.');
  form.dispatchEvent(new Event('submit', { cancelable: true }));
  await backend.answer('login', session());
  await new Promise(resolve => setImmediate(resolve));
  assert.equal(output.textContent, 'Hello, Anna');
  assert.equal(submit.disabled, false);
});

test('client.md: another store', async t => {
  const page = new FakePage(t);
  const { TabStore } = await (
    await installExamples(t, 'client.md')
  )<{ TabStore: new () => SessionStore }>('tab-store.ts');
  const { AuthClient: Client } = await import('../../src/client/index.js');
  const backend = new HeldBackend();
  const client = new Client({ backend, store: new TabStore() });
  t.after(() => client.dispose());
  const done = client.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  assert.equal(client.persistent, false);
  assert.equal(page.localStorage.text, '[]');
  assert.match(page.sessionStorage.text, /my-app:session.*token-1/);
  const { token } = new TabStore().read()!;
  assert.equal(token, stored().token);
  const signedOut = client.logout();
  await backend.answer('endSession');
  await signedOut;
  assert.equal(page.sessionStorage.text, '[]');
});

test('backend.md: a backend for another server, all operations', async t => {
  new FakePage(t);
  const { address, log, live } = await startIdentityServer(t);
  const { clientOf } = await (
    await installExamples(t, 'backend.md')
  )<{ clientOf(address: string): AuthClient }>('use-identity.ts');
  const client = clientOf(address);
  await client.loginByPhone('8 916 123-45-67');
  assert.equal(log.at(-1), 'POST /otp/start {"phone":"+79161234567"}');
  assert.deepEqual([client.flow.codeLength, client.flow.resend?.seconds], [4, 45]);
  await assert.rejects(client.loginWithSmsCode('1111'), { code: 'wrong-code', attemptsLeft: 2, status: 403 });
  await client.loginWithSmsCode('4242');
  const { isAuthenticated, userId, displayName } = client.state;
  assert.deepEqual([isAuthenticated, userId, displayName], [true, '+79161234567', null]);
  await client.logout();
  assert.equal(live.size, 0);
  await assert.rejects(client.login('anna', 'wrong'), { code: 'wrong-credentials' });
  await client.login('anna', 'correct horse');
  client.dispose();

  // After a reload it is restored, and a token that the server has ended ends the session.
  const later = clientOf(address);
  t.after(() => later.dispose());
  later.subscribe(() => {});
  await later.tryAutoLogin();
  assert.equal(later.state.userId, 'anna');
  live.clear();
  const again = clientOf(address);
  t.after(() => again.dispose());
  const ended = new Promise<void>(resolve => again.observe(notice => notice.type === 'auth-signed-out' && resolve()));
  await again.tryAutoLogin();
  await ended;
  assert.equal(await again.getToken(), null);
});

test('backend.md: the conformance suite finds no fault in that backend', async t => {
  const server = await startIdentityServer(t);
  const { conformanceOf } = await (
    await installExamples(t, 'backend.md')
  )<{ conformanceOf(of: typeof server): ReturnType<typeof backendConformance> }>('identity-conformance.ts');
  const report = await conformanceOf(server).run();
  t.diagnostic(report.text);
  assert.deepEqual(
    report.results.filter(({ outcome }) => outcome === 'failed'),
    [],
  );
  assert.deepEqual(
    report.results.flatMap(({ rule, outcome }) => (outcome === 'skipped' ? rule : [])),
    [
      'expired-code',
      'same-code-again',
      'resend-in',
      'too-soon',
      'challenge',
      'unknown-number',
      'name',
      'name-as-typed',
      'refused-name',
      'new-login',
      'refresh-token',
      'find-session',
      'no-token-of-a-cookie',
      'solution',
      'device',
    ],
  );
});

test('backend.md: a date becomes a duration by the clock of the server', async t => {
  const { secondsUntil } = await (
    await installExamples(t, 'backend.md')
  )<{ secondsUntil(date: string, headers: Headers): number | undefined }>('seconds-until.ts');
  const headers = new Headers({ Date: 'Mon, 01 Jan 2024 00:00:00 GMT' });
  assert.equal(secondsUntil('2024-01-01T01:00:00Z', headers), 3600);
  assert.equal(secondsUntil('2023-12-31T23:00:00Z', headers), undefined);
  assert.equal(secondsUntil('2024-01-01T01:00:00Z', new Headers()), undefined);
  assert.equal(secondsUntil('soon', headers), undefined);
});

test('backend.md: connect() is called before the first call', async t => {
  const sockets: EventTarget[] = [];
  class FakeSocket extends EventTarget {
    constructor() {
      super();
      sockets.push(this);
    }
  }
  const before = globalThis.WebSocket;
  Object.assign(globalThis, { WebSocket: FakeSocket });
  t.after(() => Object.assign(globalThis, { WebSocket: before }));
  const { SocketBackend } = await (
    await installExamples(t, 'backend.md')
  )<{ SocketBackend: new (address: string) => { connect(): Promise<void> } }>('socket-backend.ts');
  const opened = new SocketBackend('wss://chat.example.com').connect();
  sockets[0]!.dispatchEvent(new Event('open'));
  await opened;
  const failed = new SocketBackend('wss://chat.example.com').connect();
  sockets[1]!.dispatchEvent(new Event('error'));
  await assert.rejects(failed, { code: 'network' });
});
