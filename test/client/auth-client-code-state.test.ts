// The state of a code, which all tabs share: docs/behaviour/session.md#several-tabs-and-one-code.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { HeldBackend, FakeStore, session } from '../support/held-backend.js';
import { PHONE } from '../support/client-setup.js';
import { FakePage } from '../support/page.js';

const KEY = 'auth-widget:code:https://site.test';
const OTHER_PHONE = '79167654321';
const tooSoon = () => new AuthError('too-soon', { status: 429, retryAfter: 30 });

interface Tab {
  readonly backend: HeldBackend;
  readonly client: AuthClient;
}

/** Opens a tab with an empty `sessionStorage`. All tabs share the `localStorage` of the page. */
function openTab(t: TestContext, page: FakePage, baseUrl?: string): Tab {
  page.sessionStorage.clear();
  return reopen(t, baseUrl);
}

/** Loads the page of a tab again. It must be the last one that has written to `sessionStorage`. */
function reopen(t: TestContext, baseUrl?: string): Tab {
  const backend = new HeldBackend();
  const client = new AuthClient({ backend, store: new FakeStore(), baseUrl });
  client.observe(() => {});
  t.after(() => client.dispose());
  return { backend, client };
}

async function requestCode({ client, backend }: Tab, answer: unknown, phone = PHONE): Promise<void> {
  const requested = client.loginByPhone(phone);
  await backend.answer('requestCode', answer);
  await requested;
}

/** Submits a code, and returns the state that the backend was given with it. */
async function submitCode({ client, backend }: Tab, answer: unknown = session(), code = '123456'): Promise<unknown> {
  const submitted = client.loginWithSmsCode(code).catch(() => {});
  await backend.answer('verifyCode', answer);
  await submitted;
  return (backend.calls.findLast(({ method }) => method === 'verifyCode')!.options as { state?: string }).state;
}

const shared = (page: FakePage) => page.localStorage.getItem(KEY);

test('a second tab that gets 429 "send" submits the state that the first one got', async t => {
  const page = new FakePage(t);
  const first = openTab(t, page);
  await requestCode(first, { state: 'state-1' });
  const second = openTab(t, page);
  await requestCode(second, tooSoon());
  assert.equal(second.client.flow.isEarlierCode, true);
  assert.equal(await submitCode(second), 'state-1');
});

test('a reload keeps it, in both tabs', async t => {
  const page = new FakePage(t);
  const first = openTab(t, page);
  await requestCode(first, { state: 'state-1' });
  first.client.dispose();
  assert.equal(await submitCode(reopen(t), new AuthError('wrong-code')), 'state-1');
  const second = openTab(t, page);
  await requestCode(second, tooSoon());
  second.client.dispose();
  assert.equal(await submitCode(reopen(t)), 'state-1');
});

test('the first tab keeps its state through a reload without localStorage too', async t => {
  const page = new FakePage(t);
  const first = openTab(t, page);
  await requestCode(first, { state: 'state-1' });
  first.client.dispose();
  page.localStorage.clear();
  assert.equal(await submitCode(reopen(t)), 'state-1');
});

test('the state of the last code counts, whichever tab has requested it', async t => {
  const page = new FakePage(t);
  const first = openTab(t, page);
  await requestCode(first, { state: 'state-1' });
  const second = openTab(t, page);
  await requestCode(second, { state: 'state-2' });
  assert.equal(await submitCode(first, new AuthError('wrong-code')), 'state-2');
});

test('another number and another server get nothing', async t => {
  const page = new FakePage(t);
  await requestCode(openTab(t, page), { state: 'state-1' });
  for (const [phone, baseUrl] of [
    [OTHER_PHONE, undefined],
    [PHONE, 'https://other.test'],
  ] as const) {
    const second = openTab(t, page, baseUrl);
    await requestCode(second, tooSoon(), phone);
    assert.equal(await submitCode(second, new AuthError('wrong-code')), undefined);
  }
});

test('the number cannot be read from the record', async t => {
  const page = new FakePage(t);
  await requestCode(openTab(t, page), { state: 'state-1' });
  const { v, tag, state, ...rest } = JSON.parse(shared(page)!) as Record<string, unknown>;
  assert.deepEqual([v, state, Object.keys(rest)], [1, 'state-1', ['at']]);
  assert.ok(Number(tag) < 9973);
  assert.doesNotMatch(page.localStorage.text, /9161234567/);
});

const ends: readonly [string, (tab: Tab) => unknown][] = [
  ['a sign-in', tab => submitCode(tab)],
  ['a confirmation without a session', tab => submitCode(tab, null)],
  ['an account without a name', tab => submitCode(tab, session({ displayName: null }))],
  ['a block', tab => submitCode(tab, new AuthError('blocked', { status: 429, retryAfter: 900 }))],
  ['back', ({ client }) => client.back()],
  ['another mode', ({ client }) => client.setMode('login')],
  ['a request for another number', tab => requestCode(tab, new AuthError('network'), OTHER_PHONE).catch(() => {})],
];
for (const [what, end] of ends) {
  test(`the record is removed at the end of the flow: ${what}`, async t => {
    const page = new FakePage(t);
    const tab = openTab(t, page);
    await requestCode(tab, { state: 'state-1' });
    assert.notEqual(shared(page), null);
    await end(tab);
    assert.equal(shared(page), null);
  });
}

test('a second tab whose flow ends removes it too, and one whose request fails does not', async t => {
  const page = new FakePage(t);
  await requestCode(openTab(t, page), { state: 'state-1' });
  const failing = openTab(t, page);
  await requestCode(failing, new AuthError('network')).catch(() => {});
  failing.client.setMode('login');
  assert.notEqual(shared(page), null);
  const second = openTab(t, page);
  await requestCode(second, tooSoon());
  assert.equal(await submitCode(second), 'state-1');
  assert.equal(shared(page), null);
});

test('the end of a flow with another number leaves the record', async t => {
  const page = new FakePage(t);
  await requestCode(openTab(t, page), { state: 'state-1' });
  const second = openTab(t, page);
  await requestCode(second, tooSoon(), OTHER_PHONE);
  second.client.back();
  assert.notEqual(shared(page), null);
});

test('the record is removed after 5 minutes, and its tab goes on with its own state', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const page = new FakePage(t);
  const first = openTab(t, page);
  await requestCode(first, { state: 'state-1' });
  t.mock.timers.tick(299_999);
  assert.notEqual(shared(page), null);
  t.mock.timers.tick(1);
  assert.equal(shared(page), null);
  assert.equal(await submitCode(first), 'state-1');
});

test('a record that a closed page has left is removed by the next client, at once or after its time', t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const page = new FakePage(t);
  const write = (at: number) => page.localStorage.setItem(KEY, JSON.stringify({ v: 1, tag: 1, state: 'a', at }));
  for (const at of [700_000, 1_000_001, 0]) {
    write(at);
    openTab(t, page);
    assert.equal(shared(page), null, String(at));
  }
  write(700_001);
  openTab(t, page);
  assert.notEqual(shared(page), null);
  t.mock.timers.tick(300_000);
  assert.equal(shared(page), null);
});

test('a server that answers no state gets none, and neither that of an earlier code', async t => {
  const page = new FakePage(t);
  const tab = openTab(t, page);
  await requestCode(tab, { state: 'state-1' });
  await requestCode(tab, {});
  assert.equal(shared(page), null);
  assert.equal(await submitCode(tab), undefined);
});

test('a state that is no opaque text of up to 200 characters is not shared', async t => {
  const page = new FakePage(t);
  const tab = openTab(t, page);
  for (const state of ['', 's'.repeat(201), 'a b', '\n', 'ю', 5, {}, null]) {
    await requestCode(tab, { state: 'state-1' });
    await requestCode(tab, { state });
    assert.equal(shared(page), null, JSON.stringify(state));
  }
});

test('a record that is invalid in one field is removed', async t => {
  const page = new FakePage(t);
  await requestCode(openTab(t, page), { state: 'state-1' });
  const valid = JSON.parse(shared(page)!) as object;
  const wrong = {
    v: [2, '1'],
    tag: ['1', -1, null],
    state: ['', 's'.repeat(201), 'a\nb', 1, null],
    at: ['now', -1, null],
  };
  const records = Object.entries(wrong).flatMap(([name, values]) =>
    values.map(value => JSON.stringify({ ...valid, [name]: value })),
  );
  for (const record of [...records, '{}', 'null', '[]', '"text"', 'no JSON']) {
    page.localStorage.setItem(KEY, record);
    const tab = openTab(t, page);
    await requestCode(tab, tooSoon());
    assert.equal(await submitCode(tab, new AuthError('wrong-code')), undefined, record);
    assert.ok([null, 'null'].includes(shared(page)), record);
  }
});

for (const failing of ['access', 'write'] as const) {
  test(`storages that throw (${failing}): the tab submits its own state`, async t => {
    const page = new FakePage(t);
    page.localStorage.failing = page.sessionStorage.failing = failing;
    const { backend, client } = reopen(t);
    await requestCode({ backend, client }, { state: 'state-1' });
    assert.equal(await submitCode({ backend, client }, new AuthError('wrong-code')), 'state-1');
    await requestCode({ backend, client }, { state: 'state-2' });
    assert.equal(await submitCode({ backend, client }), 'state-2');
    assert.equal(client.state.isAuthenticated, true);
  });
}

test('the state is in no state, flow, notice or error', async t => {
  const page = new FakePage(t);
  const tab = openTab(t, page);
  const seen: unknown[] = [];
  tab.client.observe(notice => seen.push(notice, tab.client.state, tab.client.flow));
  await requestCode(tab, { state: 'secret-state' });
  const error = tab.client.loginWithSmsCode('000000').catch((reason: unknown) => seen.push(reason, String(reason)));
  await tab.backend.answer('verifyCode', new AuthError('wrong-code'));
  await error;
  await submitCode(tab);
  assert.doesNotMatch(JSON.stringify(seen), /secret-state/);
});
