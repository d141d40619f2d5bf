// auth-widget/react on a server, where there is no DOM.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createElement as h, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { AuthProvider, AuthWidget, CodeInput, PhoneInput, useAuth, type Auth } from '../../src/frameworks/react.js';
import { HeldBackend, FakeStore } from '../support/held-backend.js';

test('a server writes the tags, with the attributes that it knows', () => {
  const html = (node: ReactNode) => renderToString(node);
  assert.equal(
    html(h(AuthWidget, { baseUrl: '/', mode: 'login', noAutoLogin: true, className: 'card', onAuthError: () => {} })),
    '<auth-widget base-url="/" mode="login" no-auto-login="" class="card"></auth-widget>',
  );
  assert.equal(html(h(AuthWidget, { noAutoLogin: false })), '<auth-widget></auth-widget>');
  assert.equal(
    html(h(AuthWidget, { backend: new HeldBackend(), store: new FakeStore() }, h('p', { slot: 'footer' }, 'Terms'))),
    '<auth-widget defer-hydration=""><p slot="footer">Terms</p></auth-widget>',
  );
  assert.equal(
    html(h(PhoneInput, { name: 'phone', value: '79161234567', isLoading: true, required: false })),
    '<phone-input name="phone" is-loading=""></phone-input>',
  );
  assert.equal(
    html(h(CodeInput, { length: 4, onComplete: () => {}, onBack: () => {} })),
    '<code-input length="4"></code-input>',
  );
});

test('on a server, nobody is signed in, and no operation is running', async () => {
  let auth: Auth | undefined;
  function Status(): ReactNode {
    auth = useAuth();
    return h('p', null, auth.state.isLoading ? 'loading' : 'known');
  }
  const backend = new HeldBackend();
  const html = renderToString(h(AuthProvider, { backend }, h(Status), h(AuthWidget)));
  assert.equal(html, '<p>loading</p><auth-widget defer-hydration=""></auth-widget>');
  await assert.rejects(auth!.client.tryAutoLogin(), { code: 'cancelled' });
  await auth!.logout();
  assert.deepEqual(backend.calls, []);
  assert.equal(auth!.client, auth!.client);
});
