// The headers that show who asked for a code, and the members of answers that they come from:
// docs/protocol.md#who-asked-for-a-code, docs/protocol.md#devices-that-are-known.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { isOpaqueText } from '../../../src/core/record-checks.js';
import { envelope, startRawServer } from '../../support/raw-server.js';
import { anyText } from '../../support/any-text.js';

const PHONE = '79161234567';
const SESSION = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };
const LONGEST = 's'.repeat(200);

/** What no server may give, and no header may hold. */
const UNUSABLE = ['', 's'.repeat(201), 'a b', 'a\r\nX-Evil: 1', 'ю', '\u0000', null, 5, true, {}, ['a']];

/** The headers of the last request, in lower case. */
const headerOf = (request: string | undefined, name: string) =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(request ?? '')?.[1];

test('the state and the device memory of an answer are read', async t => {
  const server = await startRawServer(t);
  const backend = new RestBackend(server.url);
  for (const text of ['a', 'A-_.~+/=!"{}', LONGEST]) {
    server.replyWith(envelope(200, { ...SESSION, state: text, device: text }));
    assert.equal((await backend.requestCode(PHONE, {})).state, text);
    assert.equal((await backend.verifyCode(PHONE, '123456', {}))?.device, text);
  }
});

test('a state or device memory that is no text for a header is ignored', async t => {
  const server = await startRawServer(t);
  const backend = new RestBackend(server.url);
  for (const value of UNUSABLE) {
    server.replyWith(envelope(200, { ...SESSION, state: value, device: value }));
    assert.equal((await backend.requestCode(PHONE, {})).state, undefined, JSON.stringify(value));
    assert.equal((await backend.verifyCode(PHONE, '123456', {}))?.device, undefined, JSON.stringify(value));
  }
});

test('PUT carries both as headers, POST the device memory; the bodies stay as they are', async t => {
  const server = await startRawServer(t);
  server.replyWith(envelope(200, SESSION));
  const backend = new RestBackend(server.url);
  await backend.requestCode(PHONE, { device: 'device-1' });
  await backend.verifyCode(PHONE, '123456', { state: LONGEST, device: 'device-1' });
  const [post, put] = server.requests;
  assert.deepEqual([headerOf(post, 'x-auth-state'), headerOf(post, 'x-auth-device')], [undefined, 'device-1']);
  assert.deepEqual([headerOf(put, 'x-auth-state'), headerOf(put, 'x-auth-device')], [LONGEST, 'device-1']);
  const bodies = server.requests.map(request => JSON.parse(request.split('\r\n\r\n')[1]!) as unknown);
  assert.deepEqual(bodies, [
    { tel: PHONE, op: 'add' },
    { tel: PHONE, val: '123456', op: 'add' },
  ]);
});

test('without them there are no such headers, and values that no header may hold are left out', async t => {
  const server = await startRawServer(t);
  server.replyWith(envelope(200, SESSION));
  const backend = new RestBackend(server.url);
  for (const value of [undefined, ...UNUSABLE]) {
    const proofs = { state: value, device: value } as { state?: string; device?: string };
    await backend.requestCode(PHONE, proofs);
    await backend.verifyCode(PHONE, '123456', proofs);
    assert.doesNotMatch(server.requests.slice(-2).join(), /x-auth-|x-evil/i, JSON.stringify(value));
  }
});

test('an opaque text is one that a header can hold, of up to 200 characters', () => {
  fc.assert(
    fc.property(fc.anything(), value => {
      if (isOpaqueText(value)) assert.ok(typeof value === 'string' && value.length > 0 && value.length <= 200);
    }),
  );
  fc.assert(
    fc.property(anyText({ maxLength: 210 }), text => {
      const isVisible = Array.from(text).every(character => character > ' ' && character <= '~');
      assert.equal(isOpaqueText(text), text.length > 0 && text.length <= 200 && isVisible);
      if (isOpaqueText(text)) assert.equal(new Headers({ name: text }).get('name'), text);
    }),
  );
});
