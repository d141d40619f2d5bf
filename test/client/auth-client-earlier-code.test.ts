// `flow.isEarlierCode`: whether the code that can be entered may be an earlier one, perhaps already used up, rather than one of
// this flow.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { session, stored } from '../support/held-backend.js';
import { PHONE, setUpClient } from '../support/client-setup.js';
import { FakePage } from '../support/page.js';
import { awaitCode, load, reload } from '../support/reload.js';

const tooSoon = (retryAfter = 30) => new AuthError('too-soon', { status: 429, retryAfter });

type Setup = Pick<ReturnType<typeof setUpClient>, 'client' | 'backend'>;

async function requestCode({ client, backend }: Setup, answer: unknown, phone = PHONE): Promise<void> {
  const requested = client.loginByPhone(phone);
  await backend.answer('requestCode', answer);
  await requested;
}

async function submitCode({ client, backend }: Setup, answer: unknown): Promise<void> {
  const submitted = client.loginWithSmsCode('123456').catch(() => {});
  await backend.answer('verifyCode', answer);
  await submitted;
}

test("a code that was just sent isn't an earlier one, and there is none at the start", async t => {
  const setup = setUpClient(t);
  assert.equal(setup.client.flow.isEarlierCode, false);
  await requestCode(setup, {});
  assert.equal(setup.client.flow.isEarlierCode, false);
});

test('too-soon at the first request: an earlier code', async t => {
  const setup = setUpClient(t);
  await requestCode(setup, tooSoon());
  assert.equal(setup.client.flow.isEarlierCode, true);
});

test('too-soon after a code of this flow: still the code of this flow, with the countdown of the answer', async t => {
  const setup = setUpClient(t);
  await requestCode(setup, {});
  await requestCode(setup, tooSoon(17));
  assert.equal(setup.client.flow.isEarlierCode, false);
  assert.equal(setup.client.flow.resend?.seconds, 17);
});

test('too-soon twice: still an earlier code', async t => {
  const setup = setUpClient(t);
  await requestCode(setup, tooSoon());
  await requestCode(setup, tooSoon());
  assert.equal(setup.client.flow.isEarlierCode, true);
});

test('an earlier code, and then a new one', async t => {
  const setup = setUpClient(t);
  await requestCode(setup, tooSoon());
  await requestCode(setup, {});
  assert.equal(setup.client.flow.isEarlierCode, false);
});

test('too-soon for a number other than the one that the code was sent to', async t => {
  const setup = setUpClient(t);
  await requestCode(setup, {});
  setup.client.back();
  await requestCode(setup, tooSoon(), '79167654321');
  assert.equal(setup.client.flow.isEarlierCode, true);
});

const uses: [string, unknown, (client: AuthClient) => unknown][] = [
  ['signed in and out', session(), client => client.logout().catch(() => {})],
  ['confirmed the number of an account without a name', session({ displayName: null }), client => client.back()],
  ['confirmed the number without a session', null, client => client.back()],
];
for (const [what, answer, leave] of uses) {
  test(`too-soon after the code of this flow has ${what}: an earlier one`, async t => {
    const setup = setUpClient(t);
    await requestCode(setup, {});
    await submitCode(setup, answer);
    void leave(setup.client);
    await requestCode(setup, tooSoon());
    assert.equal(setup.client.flow.isEarlierCode, true);
  });
}

test('after a code that was confirmed without a session, no attempts are counted', async t => {
  const setup = setUpClient(t);
  await requestCode(setup, {});
  const wrong = setup.client.loginWithSmsCode('111111');
  await setup.backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 2 }));
  await assert.rejects(wrong);
  await submitCode(setup, null);
  assert.equal(setup.client.flow.attemptsLeft, null);
});

for (const answer of [{}, tooSoon()]) {
  const isEarlier = answer instanceof Error;
  test(`a reload keeps isEarlierCode: ${isEarlier}`, async t => {
    new FakePage(t);
    const before = load(t);
    await awaitCode(before, answer);
    const { client } = reload(t, before);
    assert.equal(client.flow.screen, 'code');
    assert.equal(client.flow.isEarlierCode, isEarlier);
  });
}

test('the block of a number is part of the flow', async t => {
  const setup = setUpClient(t);
  await requestCode(setup, {});
  await submitCode(setup, new AuthError('blocked', { status: 429, retryAfter: 900 }));
  assert.equal(setup.client.flow.blocked?.seconds, 900);
  assert.equal(setup.client.flow.phone, PHONE);
});

for (const [what, failure] of [
  ['over', new AuthError('code-expired', { status: 410 })],
  ['blocked with its number', new AuthError('blocked', { status: 429, retryAfter: 1 })],
] as const)
  test(`after a code of this flow that is ${what}, a refusal to send another one means an earlier code`, async t => {
    const setup = setUpClient(t);
    await requestCode(setup, { resendIn: 60 });
    await submitCode(setup, failure);
    setup.client.clearError();
    await requestCode(setup, tooSoon());
    assert.deepEqual([setup.client.flow.screen, setup.client.flow.isEarlierCode], ['code', true]);
    await requestCode(setup, { resendIn: 60 });
    assert.equal(setup.client.flow.isEarlierCode, false);
  });

test('a session from another tab leaves nothing of the code that was awaited', async t => {
  const setup = setUpClient(t);
  await requestCode(setup, { attemptsLeft: 3 });
  setup.store.change(stored());
  assert.deepEqual([setup.client.flow.resend, setup.client.flow.attemptsLeft], [null, null]);
});

test('a code that the client itself refuses, because none is awaited, says nothing about the code of the flow', async t => {
  const setup = setUpClient(t);
  await requestCode(setup, { resendIn: 60 });
  setup.client.back();
  await assert.rejects(setup.client.loginWithSmsCode('123456'), { code: 'code-expired' });
  await requestCode(setup, tooSoon());
  assert.equal(setup.client.flow.isEarlierCode, false);
});
