// auth-widget/react in a page that only React renders: props, listeners, refs, StrictMode, and who owns the client.
import { expect } from '@open-wc/testing';
import { createElement as h, createRef, StrictMode, useEffect, type ReactNode } from 'react';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthProvider, AuthWidget, CodeInput, PhoneInput, useAuth, type Auth } from '../../src/frameworks/react.js';
import { inner, press, type, until } from '../support/browser.js';
import { FakeStore, session, stored } from '../support/held-backend.js';
import { createBackendAndStore, stopRecording, startReact, type ReactPage } from '../support/react.js';

const widgetOf = (): AuthWidget => document.querySelector('auth-widget')!;
const shadowText = () => widgetOf().shadowRoot?.textContent ?? '';

let page: ReactPage;
beforeEach(() => {
  sessionStorage.clear();
  page = startReact();
});
afterEach(async () => {
  await page.close();
  expect(stopRecording().join('\n')).to.equal('');
});

describe('auth-widget/react: the components', () => {
  it('attributes and objects arrive in the element, and leave it again', async () => {
    const { backend, store } = createBackendAndStore();
    page.render(
      h(AuthWidget, {
        baseUrl: '/api',
        mode: 'login',
        lang: 'ru',
        noAutoLogin: true,
        className: 'card',
        backend,
        store,
      }),
    );
    const widget = widgetOf();
    await until(() => widget.shadowRoot?.querySelector('[name=login]'));
    expect(widget.getAttribute('base-url')).to.equal('/api');
    expect(widget.noAutoLogin).to.equal(true);
    expect(widget.className).to.equal('card');
    expect([widget.backend, widget.store]).to.deep.equal([backend, store]);
    expect(shadowText()).to.include('Войти');

    page.render(h(AuthWidget, { backend, store, noAutoLogin: false, mode: 'phone-login' }));
    await until(() => widget.shadowRoot!.querySelector('phone-input'));
    expect(widgetOf()).to.equal(widget);
    expect(widget.hasAttribute('lang')).to.equal(false);
    expect(widget.hasAttribute('base-url')).to.equal(false);
    expect(widget.hasAttribute('class')).to.equal(false);
    expect(widget.noAutoLogin).to.equal(false);
    await until(() => shadowText().includes('Phone'));
    page.render(h(AuthWidget, { mode: 'phone-login', backend }));
    expect(widget.store).to.equal(undefined);
  });

  it('a listener hears each event once, even if it is another function at each render', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const heard: string[] = [];
    const show = (round: number) =>
      page.render(
        h(AuthWidget, {
          backend,
          store,
          onAuthSignedIn: ({ displayName }) => heard.push(`${round} in ${displayName}`),
          onAuthSignedOut: ({ reason }) => heard.push(`${round} out ${reason}`),
        }),
      );
    show(1);
    await backend.answer('getSession', session());
    await until(() => heard.length);
    expect(heard).to.deep.equal(['1 in Anna']);
    show(2);
    show(3);
    await widgetOf().updateComplete;
    await Promise.resolve();
    expect(heard).to.deep.equal(['1 in Anna']);
    const signedOut = widgetOf().client.logout();
    await backend.answer('endSession');
    await signedOut;
    expect(heard).to.deep.equal(['1 in Anna', '3 out logout']);
    page.render(h(AuthWidget, { backend, store }));
    void widgetOf().client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await until(() => widgetOf().state.isAuthenticated);
    expect(heard).to.have.length(2);
  });

  it('a listener that is added while a person is signed in is called once', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    page.render(h(AuthWidget, { backend, store }));
    await backend.answer('getSession', session());
    await until(() => widgetOf().state.isAuthenticated);
    const heard: (string | null)[] = [];
    const onAuthSignedIn = ({ displayName }: { displayName: string | null }) => heard.push(displayName);
    page.render(h(AuthWidget, { backend, store, onAuthSignedIn }));
    page.render(h(AuthWidget, { backend, store, onAuthSignedIn: event => onAuthSignedIn(event) }));
    await until(() => heard.length);
    await widgetOf().updateComplete;
    expect(heard).to.deep.equal(['Anna']);
  });

  it('refs are the elements: objects, functions, and their clean-up', () => {
    const ref = createRef<AuthWidget>();
    const calls: string[] = [];
    const callback = (element: PhoneInput | null) => {
      calls.push(element?.localName ?? 'null');
      return () => calls.push('clean-up');
    };
    page.render(h('div', null, h(AuthWidget, { ref, noAutoLogin: true }), h(PhoneInput, { ref: callback as never })));
    expect(ref.current).to.equal(widgetOf());
    expect(calls).to.deep.equal(['phone-input']);
    page.render(null);
    expect(ref.current).to.equal(null);
    expect(calls).to.deep.equal(['phone-input', 'clean-up']);
  });

  it('a ref that stays is not called again at the next render', () => {
    const calls: string[] = [];
    const note = (element: AuthWidget | PhoneInput | null) => void calls.push(element?.localName ?? 'null');
    const show = (title: string, widget = note) =>
      page.render([
        h(AuthWidget, { key: 1, ref: widget, noAutoLogin: true, title }),
        h(PhoneInput, { key: 2, ref: note, title }),
      ]);
    show('one');
    show('two');
    expect(calls).to.deep.equal(['auth-widget', 'phone-input']);
    const other: string[] = [];
    show('three', element => void other.push(element?.localName ?? 'null'));
    expect(calls.slice(2)).to.deep.equal(['null']);
    expect(other).to.deep.equal(['auth-widget']);
  });

  it('phone-input: a controlled value, and what is typed between two renders', async () => {
    let value = '79161234567';
    const show = () =>
      page.render(
        h(PhoneInput, {
          name: 'phone',
          value,
          required: true,
          onInput: event => {
            ({ value } = event.currentTarget);
            show();
          },
        }),
      );
    show();
    const field = document.querySelector('phone-input')!;
    await field.updateComplete;
    expect([field.value, field.name, field.required]).to.deep.equal(['79161234567', 'phone', true]);
    field.focus();
    await press('End', 'Backspace');
    await until(() => value === '');
    expect(field.text).to.equal('+7 (916) 123-45-6');
    field.blur();
    show();
    expect(field.text, 'another render with the same value').to.equal('+7 (916) 123-45-6');
    field.focus();
    await type('8');
    await until(() => value === '79161234568');
  });

  it('code-input: onComplete and onBack are called, after the events', async () => {
    const heard: string[] = [];
    const show = (round: number) =>
      page.render(
        h(CodeInput, {
          length: 4,
          defaultValue: '12',
          onCodeComplete: ({ code }) => heard.push(`event ${round} ${code}`),
          onComplete: code => heard.push(`callback ${round} ${code}`),
          onCodeBack: () => heard.push(`event ${round} back`),
          onBack: () => heard.push(`callback ${round} back`),
        }),
      );
    show(1);
    show(2);
    const field = document.querySelector('code-input')!;
    await field.updateComplete;
    expect(field.value).to.equal('12');
    field.focus();
    await until(() => inner(field));
    await press('End');
    await type('34');
    await until(() => heard.length === 2);
    field.shadowRoot!.querySelector<HTMLElement>('[part=back]')!.click();
    expect(heard).to.deep.equal(['event 2 1234', 'callback 2 1234', 'event 2 back', 'callback 2 back']);
    page.render(h(CodeInput, { length: 4 }));
    await field.updateComplete;
    expect(field.shadowRoot!.querySelector('[part=back]')).to.equal(null);
  });
});

/** Shows what `useAuth` returns, and keeps it in `auth`. */
let auth: Auth;
const states: string[] = [];
function Status(): ReactNode {
  auth = useAuth();
  const { isLoading, displayName } = auth.state;
  const text = isLoading ? 'loading' : (displayName ?? 'nobody');
  useEffect(() => void states.push(text), [text]);
  return h('p', { id: 'status' }, text);
}
const status = () => document.querySelector('#status')!.textContent;

describe('auth-widget/react: AuthProvider and useAuth', () => {
  beforeEach(() => void (states.length = 0));

  for (const isStrict of [false, true]) {
    const wrap = (node: ReactNode) => (isStrict ? h(StrictMode, null, node) : node);

    it(`one client, restored once, for the hook and the widget, until it is unmounted: StrictMode ${isStrict}`, async () => {
      const { backend, store } = createBackendAndStore();
      store.stored = stored();
      const heard: (string | null)[] = [];
      page.render(
        wrap(
          h(
            AuthProvider,
            { backend, store },
            h(Status),
            h(AuthWidget, { onAuthSignedIn: event => heard.push(event.displayName) }),
          ),
        ),
      );
      await until(() => backend.open.length);
      await widgetOf().updateComplete;
      expect(backend.calls.map(call => call.method)).to.deep.equal(['getSession']);
      await backend.answer('getSession', session());
      await until(() => status() === 'Anna' && heard.length);
      expect(states.at(-1)).to.equal('Anna');
      expect(states, 'never signed out on the way').to.not.include('nobody');
      expect(heard).to.deep.equal(['Anna']);
      expect(widgetOf().client).to.equal(auth.client);
      expect(await auth.getToken()).to.equal('token-1');
      const signedOut = auth.logout();
      await until(() => status() === 'nobody');
      await backend.answer('endSession');
      await signedOut;

      const { client } = auth;
      expect(store.listeners.size).to.equal(1);
      page.render(wrap(null));
      await Promise.resolve();
      expect(store.listeners.size).to.equal(0);
      let code = '';
      await client.login('anna', 'horse').catch((error: unknown) => ({ code } = error as { code: string }));
      expect(code).to.equal('cancelled');
    });
  }

  it('a given client is used, restored, and not disposed of', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const client = new AuthClient({ backend, store });
    const show = (isShown: boolean) => page.render(h(AuthProvider, { client }, isShown && h(Status), h(AuthWidget)));
    show(true);
    await backend.answer('getSession', session());
    await until(() => status() === 'Anna');
    expect(widgetOf().client).to.equal(client);
    page.render(null);
    await Promise.resolve();
    show(true);
    expect(status(), 'known at once').to.equal('Anna');
    expect(await client.getToken()).to.equal('token-1');
    expect(backend.count('getSession')).to.equal(1);
    client.dispose();
  });

  it('a widget that is remounted has the same client; one that is given another client uses that one', () => {
    const { backend, store } = createBackendAndStore();
    const show = (client?: AuthClient, key = 'a') =>
      page.render(h(AuthProvider, { backend, store }, h(Status), h(AuthWidget, { key, client })));
    show();
    const { client } = widgetOf();
    const first = widgetOf();
    show(undefined, 'b');
    expect(widgetOf()).to.not.equal(first);
    expect(widgetOf().client).to.equal(client);
    const other = new AuthClient(createBackendAndStore());
    show(other, 'b');
    expect(widgetOf().client).to.equal(other);
    show(undefined, 'b');
    expect(widgetOf().client).to.equal(client);
    expect(auth.client).to.equal(client);
    other.dispose();
  });

  it('another store: another client', async () => {
    const { backend, store } = createBackendAndStore();
    const other = new FakeStore();
    page.render(h(AuthProvider, { backend, store }, h(Status), h(AuthWidget)));
    await until(() => status() === 'nobody');
    const before = auth.client;
    page.render(h(AuthProvider, { backend, store, texts: undefined }, h(Status), h(AuthWidget)));
    expect(auth.client).to.equal(before);
    other.stored = stored({ displayName: 'Boris' });
    page.render(h(AuthProvider, { backend, store: other }, h(Status), h(AuthWidget)));
    await backend.answer('getSession', session({ displayName: 'Boris' }));
    await until(() => status() === 'Boris');
    expect(widgetOf().client).to.equal(auth.client);
    expect(auth.client).to.not.equal(before);
    expect(store.listeners.size).to.equal(0);
  });

  it('useAuth outside a provider throws an error that says what is missing', () => {
    let message = '';
    function Lost(): ReactNode {
      try {
        useAuth();
      } catch (error) {
        ({ message } = error as Error);
      }
      return null;
    }
    page.render(h(Lost));
    expect(message).to.contain('<AuthProvider>');
  });
});
