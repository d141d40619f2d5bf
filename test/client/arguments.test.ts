// How operations read numbers and codes out of the text that they get.
import assert from 'node:assert/strict';
import test from 'node:test';
import { settle } from '../support/clock.js';
import { PHONE, setUpClient } from '../support/client-setup.js';

test('a number is read in any spelling', async t => {
  for (const text of ['8 (916) 123-45-67', '916 123-45-67', 'tel:+7-916-123-45-67', '8 (916) 123-45-67, доб. 12']) {
    const { client, backend } = setUpClient(t);
    const done = client.loginByPhone(text);
    await backend.answer('requestCode');
    await done;
    assert.deepEqual(backend.last('requestCode'), [PHONE], text);
  }
});

test('a code is found in the text around it', async t => {
  for (const [text, codeLength, code] of [
    ['Your code: 123-456', 6, '123456'],
    ['Код 123 456', 6, '123456'],
    ['Your code: 1234. It works for 5 minutes', 4, '1234'],
    ['Your code: ab12cd', 6, 'AB12CD'],
    ['AB-12', 6, 'AB12'],
    ['AB12CD 34 56', 6, '123456'], // letters don't count beside enough digits
    ['Your code: 12345', 6, '12345'],
  ] as const) {
    const { client, backend, awaitCode } = setUpClient(t);
    await awaitCode({ codeLength });
    client.loginWithSmsCode(text).catch(() => {});
    await settle();
    assert.deepEqual(backend.last('verifyCode'), [PHONE, code], text);
  }
});

test('a text with more digits than the code has is refused before anything is sent, unless one word of it is the code', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode({ codeLength: 6 });
  for (const text of [
    '2026: 343 754',
    'Valid for 5 minutes: 343 754',
    '123456 or 654321',
    '1234567',
    1_234_567 as never,
  ]) {
    await assert.rejects(client.loginWithSmsCode(text), { code: 'invalid-code' });
    assert.deepEqual(backend.open, []);
  }
  client.loginWithSmsCode('Valid for 5 minutes: 343754').catch(() => {});
  await settle();
  assert.deepEqual(backend.last('verifyCode'), [PHONE, '343754']);
});

test('a text whose letters may or may not be the code is refused before anything is sent', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode({ codeLength: 6 });
  await assert.rejects(client.loginWithSmsCode('Your code is'), { code: 'invalid-code' });
  assert.deepEqual(backend.open, []);
});
