// auth-widget/vue on a server, where there is no DOM.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createSSRApp, h } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthWidget, CodeInput, createAuth, PhoneInput, useAuth } from '../../src/frameworks/vue.js';
import { FakeStore, HeldBackend, stored } from '../support/held-backend.js';

const Status = {
  setup() {
    const { state } = useAuth();
    return () => h('p', state.value.isLoading ? 'loading' : 'known');
  },
};

test('a server writes tags that wait for Vue, and starts nothing', async () => {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = stored();
  const auth = createAuth({ backend, store });
  const app = createSSRApp({
    render: () => [
      h(Status),
      h(AuthWidget, { lang: 'en', baseUrl: '/api' }, { footer: () => 'Terms' }),
      h(PhoneInput, { modelValue: '79161234567', name: 'phone' } as object),
      h(CodeInput, { length: 4 }),
    ],
  });
  app.use(auth);
  assert.equal(
    (await renderToString(app)).replaceAll(/<!--.*?-->/g, ''),
    '<p>loading</p><auth-widget base-url="/api" defer-hydration lang="en"><div slot="footer">Terms</div></auth-widget><phone-input name="phone"></phone-input><code-input length="4"></code-input>',
  );
  assert.deepEqual(backend.calls, []);
  assert.equal(store.listeners.size, 0);
  assert.equal(auth.state.value.isLoading, true);
  await assert.rejects(auth.client.login('anna', 'horse'), { code: 'cancelled' });
  assert.equal(auth.client, auth.client);
});

test('a client of one request is not the one of a widget', async () => {
  const client = new AuthClient({ backend: new HeldBackend(), store: new FakeStore() });
  const app = createSSRApp({ render: () => h(AuthWidget, { client }) });
  app.use(createAuth(client));
  assert.equal(await renderToString(app), '<auth-widget defer-hydration></auth-widget>');
  client.dispose();
});
