// auth-widget/react: each prop, listener and attribute of the tags, and when they go.
import { expect } from '@open-wc/testing';
import { createElement as h, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server.browser';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthProvider, AuthWidget, CodeInput, PhoneInput, useAuth } from '../../src/frameworks/react.js';
import { until } from '../support/browser.js';
import { session, stored } from '../support/held-backend.js';
import { createBackendAndStore, stopRecording, startReact, type ReactPage } from '../support/react.js';

const widgetOf = () => document.querySelector('auth-widget')!;
const phoneOf = () => document.querySelector('phone-input')!;
const codeOf = () => document.querySelector('code-input')!;

let page: ReactPage;
beforeEach(() => {
  sessionStorage.clear();
  page = startReact();
});
afterEach(async () => {
  await page.close();
  expect(stopRecording().join('\n')).to.equal('');
});

describe('auth-widget/react: props', () => {
  it('have names for the tools of React', () => {
    const names = [AuthWidget, PhoneInput, CodeInput].map(({ displayName }) => displayName);
    expect(names).to.deep.equal(['AuthWidget', 'PhoneInput', 'CodeInput']);
  });

  it('attributes have the names of the tag', () => {
    const hrefs = { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' };
    page.render([
      h(AuthWidget, { key: 1, noAutoLogin: true, noDeviceMemory: true, baseUrl: '/api', ...hrefs }),
      h(PhoneInput, { key: 2, disabled: true, readonly: true, required: true, isLoading: true }),
    ]);
    const names = ['no-auto-login', 'no-device-memory', 'base-url', 'recover-href', 'terms-href', 'privacy-href'];
    const values = names.map(name => widgetOf().getAttribute(name));
    expect(values).to.deep.equal(['', '', '/api', '/recover', '/terms', '/privacy']);
    const { disabled, readonly, required, isLoading } = phoneOf();
    expect([disabled, readonly, required, isLoading]).to.deep.equal([true, true, true, true]);
    page.render([
      h(AuthWidget, { key: 1, noAutoLogin: true }),
      h(PhoneInput, { key: 2, disabled: false, required: false }),
    ]);
    expect(names.slice(1).map(name => widgetOf().getAttribute(name))).to.deep.equal([null, null, null, null, null]);
    const later = phoneOf();
    const states = [later.disabled, later.readonly, later.required, later.isLoading];
    expect(states.some(Boolean)).to.equal(false);
  });

  it('a language stays as long as it is given, and leaves no attribute when it goes', () => {
    const show = (lang: string | null | undefined) =>
      page.render(h(AuthWidget, { noAutoLogin: true, lang: lang as string, title: 'Account' }));
    const languages = [];
    for (const lang of ['ru', 'ru', 'de', null, 'en', undefined]) {
      show(lang);
      languages.push(widgetOf().getAttribute('lang'));
      expect(widgetOf().getAttribute('title')).to.equal('Account');
    }
    expect(languages).to.deep.equal(['ru', 'ru', 'de', null, 'en', null]);
  });

  it('each event of a tag reaches its listener', () => {
    const heard: string[] = [];
    const listener = (name: string) => () => void heard.push(name);
    page.render([
      h(AuthWidget, {
        key: 1,
        noAutoLogin: true,
        onAuthChange: listener('auth-change'),
        onAuthCodeSent: listener('auth-code-sent'),
        onAuthError: listener('auth-error'),
        onAuthSignedIn: listener('auth-signed-in'),
        onAuthSignedOut: listener('auth-signed-out'),
      }),
      h(CodeInput, { key: 2, onCodeBack: listener('code-back'), onCodeComplete: listener('code-complete') }),
    ]);
    heard.length = 0;
    const ofWidget = ['auth-change', 'auth-code-sent', 'auth-error', 'auth-signed-in', 'auth-signed-out'];
    const ofCode = ['code-back', 'code-complete'];
    for (const type of ofWidget) widgetOf().dispatchEvent(new Event(type));
    for (const type of ofCode) codeOf().dispatchEvent(new Event(type));
    expect(heard).to.deep.equal([...ofWidget, ...ofCode]);
  });

  it('a listener that goes leaves nothing on the tag, and a tag has one listener whatever function it calls', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const heard: string[] = [];
    const show = (name: string | undefined) =>
      page.render(h(AuthWidget, { backend, store, ...(name && { onAuthSignedIn: () => void heard.push(name) }) }));
    show('first');
    await backend.answer('getSession', session());
    await until(() => heard.length);
    const widget = widgetOf();
    const changes: string[] = [];
    for (const method of ['addEventListener', 'removeEventListener'] as const) {
      const original = widget[method].bind(widget) as (...args: unknown[]) => void;
      widget[method] = (...args: unknown[]) => {
        if (args[0] === 'auth-signed-in') changes.push(method);
        original(...args);
      };
    }
    show(undefined);
    show(undefined);
    show('second');
    show('third');
    widget.dispatchEvent(new Event('auth-signed-in'));
    expect(changes).to.deep.equal(['removeEventListener', 'addEventListener']);
    expect(heard).to.deep.equal(['first', 'third']);
  });

  it('objects and functions arrive when a page of a server is hydrated, and no attribute stands for them', async () => {
    const client = new AuthClient(createBackendAndStore());
    const challenge = () => Promise.resolve('solved');
    const app = [
      h(AuthWidget, { key: 1, client, challenge, texts: { signInTitle: 'Welcome' } }),
      h(PhoneInput, { key: 2, texts: { phone: 'Mobile' }, value: '79161234567' }),
      h(CodeInput, { key: 3, texts: { code: 'Code' }, value: '12', length: 4 }),
      h(CodeInput, { key: 4, defaultValue: '34', length: 4 }),
    ];
    page.container.innerHTML = renderToString(app);
    expect(page.container.innerHTML).to.equal(
      '<auth-widget defer-hydration=""></auth-widget><phone-input></phone-input><code-input length="4"></code-input><code-input length="4"></code-input>',
    );
    page.hydrate(app);
    await until(() => widgetOf().client === client);
    expect(widgetOf().challenge).to.equal(challenge);
    expect(widgetOf().texts).to.deep.equal({ signInTitle: 'Welcome' });
    expect([phoneOf().texts, phoneOf().value]).to.deep.equal([{ phone: 'Mobile' }, '79161234567']);
    const [given, initial] = [...document.querySelectorAll('code-input')];
    expect([given!.texts, given!.value, initial!.value]).to.deep.equal([{ code: 'Code' }, '12', '34']);
    await page.close(); // a connected widget whose client has been disposed of warns at its next update
    client.dispose();
  });
});

describe('auth-widget/react: the client of a provider', () => {
  it('a provider restores the session without a widget or a hook inside, and so does one with another store', async () => {
    const [one, other] = [createBackendAndStore(), createBackendAndStore()];
    one.store.stored = stored();
    other.store.stored = stored({ token: 'token-2' });
    page.render(h(AuthProvider, one));
    await until(() => one.backend.open.length);
    page.render(h(AuthProvider, other));
    await until(() => other.backend.open.length);
    expect(one.store.listeners.size, 'the first client is disposed of').to.equal(0);
    expect([one.backend.count('getSession'), other.backend.count('getSession')]).to.deep.equal([1, 1]);
  });

  it('with a client that is signed in already, the first rendering knows it', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const client = new AuthClient({ backend, store });
    const restored = client.tryAutoLogin();
    await backend.answer('getSession', session());
    await restored;
    const rendered: (string | null)[] = [];
    function Status(): ReactNode {
      const { state } = useAuth();
      rendered.push(state.isLoading ? 'loading' : state.displayName);
      return null;
    }
    page.render(h(AuthProvider, { client }, h(Status)));
    expect(rendered[0]).to.equal('Anna');
    await page.close();
    client.dispose();
  });
});
