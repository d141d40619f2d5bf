// The server in memory with countries that the page has imported.
import assert from 'node:assert/strict';
import test from 'node:test';
import '../../../src/countries/by.js';
import '../../../src/countries/kz.js';
import { AuthClient } from '../../../src/client/auth-client.js';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { MemoryBackend, MemoryStore, mockServer } from '../../../src/testing/index.js';

const start = (backend: MemoryBackend, countries: string) =>
  new AuthClient({ backend, store: new MemoryStore(), countries });

test('a number of an imported country gets an SMS, and signs its account in', async t => {
  const backend = new MemoryBackend();
  const { user } = backend.addAccount({ phone: '+375 29 123-45-67', displayName: 'Anna' });
  const client = start(backend, 'by');
  t.after(() => client.dispose());
  await client.loginByPhone('8 029 123-45-67');
  assert.equal(backend.sentSms[0]?.phone, '375291234567');
  await client.loginWithSmsCode(backend.codeFor('+375 (29) 123-45-67'));
  assert.deepEqual([client.state.userId, client.state.displayName], [user, 'Anna']);
  assert.equal(backend.signIn({ phone: '375291234567' }).read()?.user, user);
  assert.throws(() => backend.addAccount({ phone: '375 29 123 45 67' }), TypeError);
});

test('test numbers may be of any country: with a plus, if it is not imported', async t => {
  const backend = new MemoryBackend({ testNumbers: { '375291234567': '1111', '+49 1512 3456789': '2222' } });
  t.after(mockServer(backend));
  const rest = new RestBackend('https://api.test');
  for (const [phone, code] of [
    ['375291234567', '1111'],
    ['4915123456789', '2222'],
  ] as const) {
    assert.equal((await rest.requestCode(phone, {})).codeLength, 4);
    assert.equal(typeof (await rest.verifyCode(phone, code, {}))?.user, 'string');
  }
  assert.throws(() => new MemoryBackend({ testNumbers: { '4915123456789': '1' } }), TypeError);
  assert.throws(() => new MemoryBackend({ testNumbers: { '+0123456789': '1' } }), TypeError);
});

test('landlines and numbers of other countries are refused as by the reference server, and what is no number as malformed', async t => {
  const backend = new MemoryBackend();
  t.after(mockServer(backend));
  const rest = new RestBackend('https://api.test');
  for (const phone of ['375171234567', '77272345678', '4915123456789', '7912345', '870773111632'])
    await assert.rejects(rest.requestCode(phone, {}), { code: 'invalid-phone', status: 400 }, phone);
  for (const phone of ['89161234567', '0375291234567', '+375291234567', '123456', '1234567890123456'])
    await assert.rejects(rest.requestCode(phone, {}), { code: 'invalid-request' }, phone);
  for (const phone of ['77011234567', '79161234567']) assert.ok((await rest.requestCode(phone, {})).state);
  assert.equal(backend.codeFor('8 916 123-45-67'), backend.codeFor('+7 916 1234567'));
});
