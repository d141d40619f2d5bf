// auth-widget/svelte in a page: the store with the state of an app, and the attachment that sets properties of the tag.
import { expect } from '@open-wc/testing';
import { flushSync } from 'svelte';
// @ts-expect-error: Svelte has no types for the functions that compiled components call.
import * as internal from 'svelte/internal/client';
import { get } from 'svelte/store';
import { AuthClient } from '../../src/client/auth-client.js';
import type { AuthState } from '../../src/core/auth-state.js';
import type { AuthWidget } from '../../src/elements/auth-widget/auth-widget.js';
import { authWidget, createAuth } from '../../src/frameworks/svelte.js';
import { until } from '../support/browser.js';
import { FakeStore, HeldBackend, session, stored } from '../support/held-backend.js';

/** The functions that a compiled component calls for state and attachments. */
const svelte = internal as {
  state<Value>(value: Value): { v: Value };
  get<Value>(source: { v: Value }): Value;
  set<Value>(source: { v: Value }, value: Value): void;
  attach<Node>(node: Node, read: () => (node: Node) => unknown): void;
  effect_root(run: () => void): () => void;
};

function createBackendAndStore() {
  return { backend: new HeldBackend(), store: new FakeStore() };
}

const nameIn = ({ isLoading, displayName }: AuthState) => (isLoading ? 'loading' : (displayName ?? 'nobody'));

beforeEach(() => sessionStorage.clear());

describe('auth-widget/svelte: createAuth', () => {
  it('the first subscription restores the session, after the pass that hydrates the page', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const auth = createAuth({ backend, store });
    const states: string[] = [];
    expect(get(auth).isLoading).to.equal(true);
    const end = auth.subscribe(state => states.push(nameIn(state)));
    expect(states, 'as on the server').to.deep.equal(['loading']);
    expect(backend.calls).to.deep.equal([]);
    await until(() => backend.open.length);
    await backend.answer('getSession', session());
    expect(auth.ready).to.be.an.instanceOf(Promise);
    await auth.ready;
    await until(() => states.at(-1) === 'Anna');
    expect(states).to.not.include('nobody');
    expect(await auth.getToken()).to.equal('token-1');
    expect(auth.client.state.displayName).to.equal('Anna');

    // The page is hydrated: another subscription knows at once.
    const later: string[] = [];
    const endLater = auth.subscribe(state => later.push(nameIn(state)));
    expect(later).to.deep.equal(['Anna']);
    endLater();
    end();
    const afterwards: string[] = [];
    const endAgain = auth.subscribe(state => afterwards.push(nameIn(state)));
    expect(afterwards.at(-1), 'the first one of a new round').to.equal('Anna');
    const signedOut = auth.logout();
    await until(() => afterwards.at(-1) === 'nobody');
    await backend.answer('endSession');
    await signedOut;
    expect(states.at(-1), 'it has ended').to.equal('Anna');
    endAgain();
    expect(backend.count('getSession')).to.equal(1);
  });

  it('a subscription that has ended before the page is hydrated follows nothing', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const client = new AuthClient({ backend, store });
    let subscriptions = 0;
    const { subscribe } = client;
    client.subscribe = listener => {
      subscriptions++;
      return subscribe.call(client, listener);
    };
    const auth = createAuth(client);
    auth.subscribe(() => {})();
    await Promise.resolve();
    expect(subscriptions).to.equal(0);
    expect(backend.calls).to.deep.equal([]);
    const end = auth.subscribe(() => {});
    expect(subscriptions, 'hydrated by now').to.equal(1);
    end();
    client.dispose();
  });

  it('without options the client calls the site of the page', () => {
    const { client } = createAuth();
    expect(client.state.isAuthenticated).to.equal(false);
    client.dispose();
  });
});

describe('auth-widget/svelte: the attachment', () => {
  let widget: AuthWidget;
  beforeEach(() => {
    widget = document.createElement('auth-widget');
    widget.setAttribute('defer-hydration', '');
    widget.noAutoLogin = true;
    document.body.append(widget);
  });
  afterEach(() => widget.remove());

  it('sets properties, lets the widget start, and takes them back', async () => {
    const client = new AuthClient(createBackendAndStore());
    const texts = { signInTitle: 'Welcome' };
    const end = authWidget({ client, texts, mode: 'login' })(widget);
    expect(widget.client === client, 'at once').to.equal(true);
    expect([widget.texts, widget.mode]).to.deep.equal([texts, 'login']);
    expect(widget.hasAttribute('defer-hydration')).to.equal(false);
    await until(() => widget.shadowRoot?.querySelector('[name=login]'));
    if (end) end();
    expect(widget.client).to.not.equal(client);
    expect([widget.texts, widget.mode]).to.deep.equal([undefined, undefined]);
    client.dispose();
  });

  it('nothing that is left out is touched', () => {
    const client = new AuthClient(createBackendAndStore());
    widget.client = client;
    const { backend, store } = createBackendAndStore();
    authWidget({ client, backend, store })(widget);
    expect([widget.client === client, widget.backend, widget.store]).to.deep.equal([true, backend, store]);
    client.dispose();
  });

  it('a client that the attachment was not given stays, also when it ends', () => {
    const client = new AuthClient(createBackendAndStore());
    widget.client = client;
    const end = authWidget({ texts: { signIn: 'Go' } })(widget);
    expect(widget.client === client).to.equal(true);
    end?.();
    expect(widget.client === client).to.equal(true);
    expect(widget.texts).to.equal(undefined);
    client.dispose();
  });

  /** Signs in with the client that the widget has made itself. */
  async function signIn(): Promise<void> {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    widget.noAutoLogin = false;
    Object.assign(widget, { backend, store });
    widget.removeAttribute('defer-hydration');
    await backend.answer('getSession', session());
    await until(() => widget.state.userId);
  }

  for (const result of ['restores the session', 'fails'] as const) {
    it(`a signed-in widget gets the client once that ${result}`, async () => {
      await signIn();
      const heard: string[] = [];
      widget.addEventListener('auth-signed-out', ({ reason }) => heard.push(reason));
      const { backend, store } = createBackendAndStore();
      store.stored = stored();
      const client = new AuthClient({ backend, store });
      authWidget({ client })(widget);
      expect(widget.client).to.not.equal(client);
      const answer = result === 'fails' ? Object.assign(new Error('gone'), { code: 'network' }) : session();
      await backend.answer('getSession', answer);
      await until(() => widget.client === client);
      if (result !== 'fails') expect(heard).to.deep.equal([]);
      client.dispose();
    });
  }

  it('a signed-in widget without a client of the app keeps its own', async () => {
    await signIn();
    const { client } = widget;
    authWidget({ texts: { signInTitle: 'Welcome' } })(widget);
    expect(widget.client).to.equal(client);
    expect(widget.state.userId).to.equal('u1');
  });

  it('texts that change report neither a sign-out nor a sign-in', async () => {
    const { backend, store } = createBackendAndStore();
    const client = new AuthClient({ backend, store });
    const signedIn = client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await signedIn;
    // What Svelte compiles `<auth-widget {@attach authWidget({ client, texts })}>` to.
    const texts = svelte.state({ signOut: 'Leave' });
    const end = svelte.effect_root(() => svelte.attach(widget, () => authWidget({ client, texts: svelte.get(texts) })));
    const heard: string[] = [];
    for (const type of ['auth-signed-out', 'auth-signed-in']) widget.addEventListener(type, () => heard.push(type));
    flushSync();
    const signOut = () => widget.shadowRoot?.querySelector('[part=button]')?.textContent.trim();
    await until(() => signOut() === 'Leave');
    svelte.set(texts, { signOut: 'Bye' });
    flushSync();
    await until(() => signOut() === 'Bye');
    expect(heard).to.deep.equal(['auth-signed-in']);
    expect(widget.client).to.equal(client);
    end();
    client.dispose();
  });

  it('a widget whose attachment has ended meanwhile doesn’t get the client', async () => {
    await signIn();
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const client = new AuthClient({ backend, store });
    const end = authWidget({ client })(widget);
    if (end) end();
    await backend.answer('getSession', session());
    await client.tryAutoLogin();
    await Promise.resolve();
    expect(widget.client).to.not.equal(client);
    client.dispose();
  });
});
