// auth-widget/preact in a page: the provider's client, the state in components, and who owns the client.
import { expect } from '@open-wc/testing';
import { h, render, type ComponentChild } from 'preact';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthProvider, useAuth, type Auth } from '../../src/frameworks/preact.js';
import { until } from '../support/browser.js';
import { FakeStore, HeldBackend, session, stored } from '../support/held-backend.js';

const createBackendAndStore = () => ({ backend: new HeldBackend(), store: new FakeStore() });
const nameIn = ({ state }: Auth) => (state.isLoading ? 'loading' : (state.displayName ?? 'nobody'));

describe('auth-widget/preact', () => {
  let container: HTMLElement;
  let auth: Auth;
  let seen: string[];

  function Person() {
    auth = useAuth();
    seen.push(nameIn(auth));
    return h('p', null, nameIn(auth));
  }
  const text = () => container.querySelector('p')?.textContent;
  const show = (node: ComponentChild) => render(node, container);

  beforeEach(() => {
    sessionStorage.clear();
    seen = [];
    container = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => {
    show(null);
    container.remove();
  });

  it('restores the session once; every component hears of it, and of a sign-out', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    show(h(AuthProvider, { backend, store, children: [h(Person, null), h(Person, null)] }));
    expect(text()).to.equal('loading');
    await until(() => backend.open.length);
    await backend.answer('getSession', session());
    await until(() => text() === 'Anna');
    expect([...container.querySelectorAll('p')].map(p => p.textContent)).to.deep.equal(['Anna', 'Anna']);
    expect(seen).not.to.include('nobody');
    expect(await auth.getToken()).to.equal('token-1');
    expect(backend.count('getSession')).to.equal(1);
    const signedOut = auth.logout();
    await until(() => text() === 'nobody');
    await backend.answer('endSession');
    await signedOut;
  });

  it('a component that is mounted later knows before the browser paints', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const client = new AuthClient({ backend, store });
    const restored = client.tryAutoLogin();
    await backend.answer('getSession', session());
    await restored;
    show(h(AuthProvider, { client, children: null }));
    show(h(AuthProvider, { client, children: h(Person, null) }));
    const painted = new Promise(requestAnimationFrame);
    await painted;
    expect(text()).to.equal('Anna');
    client.dispose();
  });

  it("disposes of its own client when it is unmounted, and not of the app's", async () => {
    const own = createBackendAndStore();
    show(h(AuthProvider, { ...own, children: h(Person, null) }));
    await until(() => text() === 'nobody');
    const { client } = auth;
    show(null);
    await until(() => own.store.listeners.size === 0);
    const error: unknown = await client.login('anna', 'correct horse').catch((thrown: unknown) => thrown);
    expect((error as { code: string }).code).to.equal('cancelled');

    const given = new AuthClient(createBackendAndStore());
    show(h(AuthProvider, { client: given, children: h(Person, null) }));
    await until(() => text() === 'nobody');
    expect(auth.client).to.equal(given);
    show(null);
    await Promise.resolve();
    expect(await given.tryAutoLogin().catch(() => 'disposed')).to.equal(undefined);
    given.dispose();
  });

  it('another client takes the place of the first', async () => {
    const server = createBackendAndStore();
    const [first, second] = [new AuthClient(createBackendAndStore()), new AuthClient(server)];
    show(h(AuthProvider, { client: first, children: h(Person, null) }));
    await until(() => auth.client === first && text() === 'nobody');
    show(h(AuthProvider, { client: second, children: h(Person, null) }));
    await until(() => auth.client === second);
    const signedIn = second.login('anna', 'correct horse');
    await server.backend.answer('login', session());
    await signedIn;
    await until(() => text() === 'Anna');
    for (const client of [first, second]) client.dispose();
  });

  it('a provider keeps its client while no component uses it, and until it gets another server', async () => {
    const [first, second] = [createBackendAndStore(), createBackendAndStore()];
    for (const { store } of [first, second]) store.stored = stored();
    show(h(AuthProvider, { ...first, children: null }));
    await until(() => first.backend.open.length);
    await first.backend.answer('getSession', session());
    expect(first.store.listeners.size).to.equal(1);
    show(h(AuthProvider, { ...second, children: null }));
    await until(() => second.backend.open.length);
    await second.backend.answer('getSession', session());
    expect([first.store.listeners.size, second.store.listeners.size]).to.deep.equal([0, 1]);
  });

  it('outside a provider it says so', () => {
    expect(() => show(h(Person, null))).to.throw('<AuthProvider>');
  });
});
