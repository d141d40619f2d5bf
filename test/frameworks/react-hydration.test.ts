// auth-widget/react in a page that a server has rendered: the element is upgraded, and may have restored a session, before React
// hydrates the page.
import { expect } from '@open-wc/testing';
import { createElement as h, StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server.browser';
import type { AuthSignedInEvent } from '../../src/elements/auth-widget/auth-widget.events.js';
import { AuthProvider, AuthWidget, CodeInput, PhoneInput, useAuth } from '../../src/frameworks/react.js';
import { until } from '../support/browser.js';
import { session, stored } from '../support/held-backend.js';
import { createBackendAndStore, stopRecording, startReact, type ReactPage } from '../support/react.js';

/** A new address for each test, because the client of a removed widget goes on, and would share its session with the next one. */
let baseUrl: string;
let testCount = 0;
const widgetOf = () => document.querySelector('auth-widget')!;

let page: ReactPage;
let requests: string[];
const { fetch } = window;

beforeEach(() => {
  baseUrl = `https://api-${++testCount}.example`;
  requests = [];
  window.fetch = input => {
    requests.push(input as string);
    const params = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };
    return Promise.resolve(Response.json({ code: 200, text: 'OK', params }));
  };
  localStorage.setItem(`auth-widget:session:${baseUrl}`, JSON.stringify(stored()));
  page = startReact();
});
afterEach(async () => {
  await page.close();
  window.fetch = fetch;
  localStorage.clear();
  sessionStorage.clear();
  expect(stopRecording().join('\n')).to.equal('');
});

/** Writes the markup that a server renders into the page, which upgrades the tags at once. */
function serve(node: ReactNode): void {
  page.container.innerHTML = renderToString(node);
}

describe('auth-widget/react: hydration', () => {
  for (const isStrict of [false, true]) {
    it(`a listener hears once of a session that was restored before: StrictMode ${isStrict}`, async () => {
      const heard: string[] = [];
      const onAuthSignedIn = ({ displayName }: AuthSignedInEvent) => heard.push(`Hello ${displayName}`);
      const widget = h(AuthWidget, {
        baseUrl,
        lang: 'en',
        className: 'card',
        noAutoLogin: false,
        onAuthSignedIn,
      });
      const app = isStrict ? h(StrictMode, null, widget) : widget;
      serve(app);
      expect(page.container.innerHTML).to.equal(
        `<auth-widget base-url="${baseUrl}" lang="en" class="card"></auth-widget>`,
      );
      const element = widgetOf();
      await until(() => element.state.isAuthenticated);
      page.hydrate(app);
      // The server is asked once the stored session is shown.
      await until(() => heard.length && requests.length);
      await element.updateComplete;
      expect(widgetOf()).to.equal(element);
      expect(heard).to.deep.equal(['Hello Anna']);
      expect(requests).to.deep.equal([`${baseUrl}/v1/session`]);
    });

    it(`a widget in a provider waits, and starts with the client of the provider: StrictMode ${isStrict}`, async () => {
      const heard: string[] = [];
      const texts: string[] = [];
      function Status(): ReactNode {
        const { state } = useAuth();
        texts.push(state.isLoading ? 'loading' : (state.displayName ?? 'nobody'));
        return h('p', null, texts.at(-1));
      }
      const provider = h(
        AuthProvider,
        { baseUrl },
        h(Status),
        h(AuthWidget, { onAuthSignedIn: ({ displayName }) => heard.push(`Hello ${displayName}`) }),
      );
      const app = isStrict ? h(StrictMode, null, provider) : provider;
      serve(app);
      expect(page.container.innerHTML).to.equal('<p>loading</p><auth-widget defer-hydration=""></auth-widget>');
      const element = widgetOf();
      await element.updateComplete;
      expect(element.shadowRoot?.childElementCount ?? 0).to.equal(0);
      expect(requests).to.deep.equal([]);
      page.hydrate(app);
      await until(() => heard.length && requests.length && page.container.textContent === 'Anna');
      await element.updateComplete;
      expect(widgetOf()).to.equal(element);
      expect(element.hasAttribute('defer-hydration')).to.equal(false);
      expect(element.shadowRoot!.textContent).to.contain('Anna');
      expect(heard).to.deep.equal(['Hello Anna']);
      expect(texts).to.not.include('nobody');
      expect(requests).to.deep.equal([`${baseUrl}/v1/session`]);
    });
  }

  it('objects arrive with the hydration: no client of another server exists before', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored({ displayName: 'Boris' });
    // A client without these objects would restore this session, and ask the server of the page about it.
    localStorage.setItem(`auth-widget:session:${location.origin}`, JSON.stringify(stored()));
    const app = h(AuthWidget, { backend, store });
    serve(app);
    const element = widgetOf();
    await element.updateComplete;
    expect(element.shadowRoot?.childElementCount ?? 0).to.equal(0);
    page.hydrate(app);
    await backend.answer('getSession', session({ displayName: 'Boris' }));
    await until(() => element.state.displayName === 'Boris');
    expect(widgetOf()).to.equal(element);
    expect(requests).to.deep.equal([]);
  });

  it('form controls get their values and callbacks', async () => {
    const codes: string[] = [];
    const app = h(
      'form',
      null,
      h(PhoneInput, { name: 'phone', required: true, label: 'Phone', defaultValue: '79161234567' }),
      h(CodeInput, {
        name: 'code',
        length: 4,
        value: '12',
        onComplete: code => codes.push(code),
        onCodeComplete: () => {},
      }),
    );
    serve(app);
    expect(page.container.innerHTML).to.match(
      /^<form><phone-input name="phone" required="" label="Phone"[^>]*><\/phone-input><code-input name="code" length="4"/,
    );
    const [phone, code] = [document.querySelector('phone-input')!, document.querySelector('code-input')!];
    await Promise.all([phone.updateComplete, code.updateComplete]);
    page.hydrate(app);
    await until(() => phone.value && code.onComplete);
    expect([phone.value, phone.required, code.value, code.length]).to.deep.equal(['79161234567', true, '12', 4]);
    code.onComplete!('1234');
    expect(codes).to.deep.equal(['1234']);
  });
});
