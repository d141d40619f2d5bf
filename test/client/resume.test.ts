// A reload in mid-verification goes on where it was (session page, «Reload in mid-verification»).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import type { AuthMode } from '../../src/core/auth-state.js';
import { secondsLeft } from '../../src/core/deadline.js';
import { FakeClock, settle } from '../support/clock.js';
import { FakeBackend, FakeStore, session, stored } from '../support/fake-backend.js';
import { FakePage } from '../support/page.js';
import { PHONE } from '../support/scene.js';

const HOUR = 3_600_000;

/** Loads a page: the last one is gone, with all that was in its memory. */
function load(t: test.TestContext, mode: AuthMode = 'phone-login', held: FakeStore['stored'] = null) {
  const backend = new FakeBackend();
  const store = new FakeStore();
  store.stored = held;
  const client = new AuthClient({ backend, store, mode });
  client.observe(() => {});
  t.after(() => client.dispose());
  return { backend, store, client };
}

type Loaded = ReturnType<typeof load>;

function reload(t: test.TestContext, { client, store }: Loaded, mode: AuthMode = 'phone-login'): Loaded {
  client.dispose();
  return load(t, mode, store.stored);
}

async function awaitCode({ client, backend }: Loaded, answer: object = {}): Promise<void> {
  const asked = client.registerByPhone(PHONE, 'Anna');
  await backend.answer('requestCode', answer);
  await asked;
}

test('a code is awaited: the number, the mode, the name, the length, the tries and the countdown', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const before = load(t);
  await awaitCode(before, { resendIn: 60, codeLength: 4 });
  const wrong = before.client.verifyRegistrationSms('1111');
  await before.backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft: 2 }));
  await assert.rejects(wrong);
  await clock.advance(20_000);

  const { client, backend } = reload(t, before);
  await client.tryAutoLogin();
  const { state, flow } = client;
  assert.deepEqual([state.verificationStep, state.phoneForVerification, state.error], ['sms-sent', PHONE, null]);
  assert.deepEqual(
    [flow.screen, flow.mode, flow.typedName, flow.codeLength, flow.attemptsLeft],
    ['code', 'phone-register', 'Anna', 4, 2],
  );
  assert.equal(secondsLeft(flow.resend!, Date.now()), 40);
  // And on to the end, with the name that was typed before.
  const done = client.verifyRegistrationSms('2222');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await done;
  assert.equal(client.state.displayName, 'Anna');
});

test('before anything is awaited, while the session is looked for, and after: the step is the same', async t => {
  new FakePage(t);
  const before = load(t);
  await awaitCode(before);
  const { client } = reload(t, before);
  assert.equal(client.state.verificationStep, 'sms-sent');
  const restored = client.tryAutoLogin();
  assert.equal(client.flow.screen, 'restoring');
  await restored;
  assert.equal(client.state.verificationStep, 'sms-sent');
});

test('a reload while the session is being looked for loses nothing', async t => {
  const page = new FakePage(t);
  const before = load(t);
  await awaitCode(before);
  const between = reload(t, before);
  between.client.tryAutoLogin().catch(() => {});
  assert.notEqual(page.sessionStorage.text, '[]');
  const { client } = reload(t, between);
  assert.equal(client.state.verificationStep, 'sms-sent');
});

test('a reload while a code is asked for: the number and the name are still in the form', async t => {
  new FakePage(t);
  const before = load(t);
  before.client.registerByPhone(PHONE, 'Anna').catch(() => {});
  await settle();
  const { client } = reload(t, before);
  const { screen, phone, typedName, mode } = client.flow;
  assert.deepEqual([screen, phone, typedName, mode], ['credentials', PHONE, 'Anna', 'phone-register']);
  assert.equal(client.state.isLoading, false);
});

test('a reload while a code is submitted: the code can be submitted again', async t => {
  new FakePage(t);
  const before = load(t);
  await awaitCode(before, { idempotent: true });
  before.client.loginWithSmsCode('123456').catch(() => {});
  await settle();
  const { client, backend } = reload(t, before);
  assert.equal(client.state.isLoading, false);
  const done = client.loginWithSmsCode('123456');
  await settle();
  // The server had said that it may be repeated.
  const { options } = backend.calls.at(-1)!;
  assert.ok('idempotencyKey' in options);
  await backend.answer('verifyCode', session());
  await done;
});

test('a reload at the name: the code is not asked for again, and the name that was typed stands there', async t => {
  new FakePage(t);
  const before = load(t);
  await awaitCode(before);
  const done = before.client.verifyRegistrationSms('123456');
  await before.backend.answer('verifyCode', session({ displayName: null }));
  await before.backend.answer('setDisplayName', new AuthError('network'));
  await assert.rejects(done);
  const { client, backend } = reload(t, before);
  await client.tryAutoLogin();
  assert.deepEqual([client.flow.screen, client.flow.typedName], ['name', 'Anna']);
  assert.equal(client.state.verificationStep, 'verified');
  const named = client.verifyRegistrationSms('', 'Anna');
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;
  assert.equal(client.state.isAuthenticated, true);
});

test('a reload while the number is blocked: the time that is left is told', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const before = load(t);
  await awaitCode(before);
  const blocked = before.client.loginWithSmsCode('111111');
  await before.backend.answer('verifyCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
  await assert.rejects(blocked);
  await clock.advance(300_000);
  const { client } = reload(t, before);
  await client.tryAutoLogin();
  assert.equal(client.flow.failure?.code, 'blocked');
  assert.equal(client.state.verificationStep, 'none');
  assert.equal(client.flow.phone, PHONE);
  assert.equal(secondsLeft(client.flow.retry!, Date.now()), 600);
  assert.match(client.state.error ?? '', /Too many wrong codes/);
});

test('a reload after the block has ended: nothing is told of it', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const before = load(t);
  const blocked = before.client.loginByPhone(PHONE);
  await before.backend.answer('requestCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
  await assert.rejects(blocked);
  await clock.advance(901_000);
  const { client } = reload(t, before);
  assert.equal(client.state.error, null);
  assert.equal(client.flow.retry, null);
});

test('a clock that jumps while the page is away freezes nobody: what is left is never more than it was', async t => {
  for (const jump of [-5 * HOUR, 5 * HOUR]) {
    const clock = new FakeClock(t);
    new FakePage(t);
    const before = load(t);
    await awaitCode(before, { resendIn: 60 });
    clock.jump(jump);
    const { client } = reload(t, before);
    const left = secondsLeft(client.flow.resend!, Date.now());
    assert.equal(left, jump < 0 ? 60 : 0);
    await clock.advance(60_000);
    assert.equal(secondsLeft(client.flow.resend!, Date.now()), 0);
    client.dispose();
  }
});

test('a clock that is set back while a block lasts', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const before = load(t);
  const blocked = before.client.loginByPhone(PHONE);
  await before.backend.answer('requestCode', new AuthError('blocked', { retryAfter: 900 }));
  await assert.rejects(blocked);
  clock.jump(-5 * HOUR);
  const { client } = reload(t, before);
  assert.equal(secondsLeft(client.flow.retry!, Date.now()), 900);
});

const ends: [string, (loaded: Loaded) => Promise<unknown>][] = [
  [
    'a sign-in',
    async ({ client, backend }) => {
      const done = client.loginWithSmsCode('123456');
      await backend.answer('verifyCode', session());
      await done;
    },
  ],
  ['«back»', async ({ client }) => client.back()],
  ['another mode', async ({ client }) => client.setMode('login')],
  ['a sign-out', ({ client }) => client.logout()],
  [
    'a sign-in with a password',
    async ({ client, backend }) => {
      const done = client.login('anna', 'correct horse');
      await backend.answer('login', session());
      await done;
    },
  ],
  ['a sign-in in another tab', async ({ store }) => store.change(stored())],
];
for (const [name, end] of ends) {
  test(`${name} ends the flow, and sessionStorage is empty`, async t => {
    const page = new FakePage(t);
    const loaded = load(t);
    await awaitCode(loaded);
    assert.notEqual(page.sessionStorage.text, '[]');
    await end(loaded);
    assert.equal(page.sessionStorage.text, '[]');
  });
}

test('neither a code nor a token nor a password is ever in it', async t => {
  const page = new FakePage(t);
  const written: string[] = [];
  const { setItem } = page.sessionStorage;
  page.sessionStorage.setItem = (key, value) => {
    written.push(key, value);
    setItem.call(page.sessionStorage, key, value);
  };
  const loaded = load(t);
  await awaitCode(loaded, { idempotent: true });
  const wrong = loaded.client.loginWithSmsCode('424242');
  await loaded.backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft: 2 }));
  await assert.rejects(wrong);
  const done = loaded.client.loginWithSmsCode('535353');
  await loaded.backend.answer('verifyCode', session({ token: 'secret-token', displayName: null }));
  await loaded.backend.answer('setDisplayName', new AuthError('network'));
  await done.catch(() => {});
  loaded.client.login('anna', 'correct horse').catch(() => {});
  assert.ok(written.length > 4);
  assert.doesNotMatch(written.join(' '), /424242|535353|secret-token|correct horse/);
});

const RUBBISH: Readonly<Record<string, object>> = {
  'another version': { v: 2 },
  'a mode that is none': { mode: 'admin' },
  'a step that is none': { step: 'verified' },
  'a number that is none': { phone: '123' },
  'a name that is a number': { typedName: 7 },
  'a length of seven': { codeLength: 7 },
  'a length of none': { codeLength: 0 },
  'tries that are a text': { attemptsLeft: 'many' },
  'a countdown that is a number': { resend: 7 },
  'a countdown without a duration': { resend: { at: 7 } },
  'a block that is a text': { blocked: 'forever' },
};
for (const [name, wrong] of Object.entries(RUBBISH)) {
  test(`rubbish in sessionStorage (${name}) is removed silently`, async t => {
    const page = new FakePage(t);
    const before = load(t);
    await awaitCode(before);
    before.client.dispose();
    const [[key, value]] = JSON.parse(page.sessionStorage.text) as [[string, string]];
    page.sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), ...wrong }));
    const { client } = load(t, 'phone-login', null);
    assert.equal(client.flow.screen, 'credentials');
    assert.equal(client.flow.phone, null);
    assert.equal(page.sessionStorage.text, '[]');
  });
}

/** A page with a client of the app’s own, which nobody looks at, and then a widget with the same settings. */
function loadBoth(t: test.TestContext) {
  const backend = new FakeBackend();
  const store = new FakeStore();
  const app = new AuthClient({ backend, store });
  const widget = new AuthClient({ backend, store });
  widget.observe(() => {});
  const unload = () => [app, widget].forEach(client => client.dispose());
  t.after(unload);
  return { backend, store, app, client: widget, unload };
}

test('a client that nobody looks at takes nothing from the flow of the one that has the record', async t => {
  const page = new FakePage(t);
  const loaded = loadBoth(t);
  await loaded.app.tryAutoLogin();
  await awaitCode(loaded);
  const { text } = page.sessionStorage;
  await loaded.app.tryAutoLogin();
  assert.equal(page.sessionStorage.text, text);
  loaded.unload();
  assert.equal(loadBoth(t).client.state.verificationStep, 'sms-sent');
});

test('a client that nobody looks at brings no flow back that was left where it was seen', async t => {
  const page = new FakePage(t);
  const first = loadBoth(t);
  await awaitCode(first);
  first.unload();
  const { app, client } = loadBoth(t);
  client.back();
  await app.tryAutoLogin();
  assert.equal(page.sessionStorage.text, '[]');
});

test('a client that nobody looks at ends its own flow with its record', async t => {
  const page = new FakePage(t);
  for (const isReloaded of [false, true]) {
    const backend = new FakeBackend();
    const store = new FakeStore();
    let client = new AuthClient({ backend, store });
    await awaitCode({ backend, store, client });
    if (isReloaded) {
      client.dispose();
      client = new AuthClient({ backend, store });
    }
    assert.equal(client.state.verificationStep, 'sms-sent');
    client.back();
    assert.equal(page.sessionStorage.text, '[]');
    client.dispose();
  }
});

test('without sessionStorage a flow goes on until the page ends', async t => {
  const page = new FakePage(t);
  page.sessionStorage.failing = 'access';
  const { client, backend } = load(t);
  const asked = client.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await asked;
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await done;
  assert.equal(client.state.isAuthenticated, true);
});
