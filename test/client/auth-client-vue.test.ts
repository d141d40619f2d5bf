// Objects of this package in Vue's reactive data: private fields can't be read through a proxy (vuejs/core#8149, #8245).
import assert from 'node:assert/strict';
import test from 'node:test';
import { isReactive, reactive, ref } from 'vue';
import { AuthClient } from '../../src/client/auth-client.js';
import { RestBackend } from '../../src/client/calls/rest-backend.js';
import { WebSessionStore } from '../../src/client/storage/web-storage.js';
import { setUpClient, SIGNED_OUT } from '../support/client-setup.js';

test('a client in reactive data of Vue is not wrapped', async t => {
  const { client } = setUpClient(t);
  const data = reactive({ client, held: ref(client) });
  assert.equal(data.client, client);
  assert.equal(data.held, client);
  const end = data.client.subscribe(() => {});
  assert.deepEqual({ ...data.client.state }, SIGNED_OUT);
  await assert.rejects(data.client.loginByPhone('1'), { code: 'invalid-phone' });
  assert.equal(await data.client.getToken(), null);
  end();
});

test('a RestBackend and a WebSessionStore in reactive data of Vue are not wrapped', async t => {
  const data = reactive({
    backend: new RestBackend('https://api.test'),
    store: new WebSessionStore('https://api.test'),
  });
  assert.ok(!isReactive(data.backend) && !isReactive(data.store));
  t.mock.method(globalThis, 'fetch', () =>
    Promise.resolve(
      Response.json({ code: 200, params: { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 } }),
    ),
  );
  const client = new AuthClient({ backend: data.backend, store: data.store });
  t.after(() => client.dispose());
  await client.login('anna', 'correct horse');
  assert.equal(client.state.userId, 'u1');
  assert.equal(data.store.read()?.token, 'token-1');
});
