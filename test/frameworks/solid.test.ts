// auth-widget/solid in a page: the provider's client, the state in components, and who owns the client.
import { expect } from '@open-wc/testing';
import { createComponent, createEffect, createSignal, type JSX } from 'solid-js';
import { render } from 'solid-js/web';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthProvider, useAuth, type Auth, type AuthProviderProps } from '../../src/frameworks/solid.js';
import { until } from '../support/browser.js';
import { FakeStore, HeldBackend, session, stored } from '../support/held-backend.js';

const createBackendAndStore = () => ({ backend: new HeldBackend(), store: new FakeStore() });

describe('auth-widget/solid', () => {
  let container: HTMLElement;
  let auth: Auth;
  let seen: string[];
  let end: (() => void) | undefined;

  function Person(): JSX.Element {
    auth = useAuth();
    const paragraph = document.createElement('p');
    createEffect(() => {
      const { isLoading, displayName } = auth.state();
      paragraph.textContent = isLoading ? 'loading' : (displayName ?? 'nobody');
      seen.push(paragraph.textContent);
    });
    return paragraph;
  }
  const text = () => container.querySelector('p')?.textContent;
  function show(props: AuthProviderProps, children: () => JSX.Element = () => createComponent(Person, {})): void {
    end = render(
      () =>
        createComponent(AuthProvider, {
          ...props,
          get children() {
            return children();
          },
        }),
      container,
    );
  }

  beforeEach(() => {
    sessionStorage.clear();
    seen = [];
    container = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => {
    end?.();
    container.remove();
  });

  it('restores the session once; a component hears of it, and of a sign-out', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    show({ backend, store });
    expect(seen[0]).to.equal('loading');
    await until(() => backend.open.length);
    await backend.answer('getSession', session());
    expect(auth.ready).to.be.an.instanceOf(Promise);
    await auth.ready;
    await until(() => text() === 'Anna');
    expect(seen).not.to.include('nobody');
    expect(await auth.getToken()).to.equal('token-1');
    expect(backend.count('getSession')).to.equal(1);
    const signedOut = auth.logout();
    await until(() => text() === 'nobody');
    await backend.answer('endSession');
    await signedOut;
  });

  it('a component that is created later knows at once', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const client = new AuthClient({ backend, store });
    const restored = client.tryAutoLogin();
    await backend.answer('getSession', session());
    await restored;
    const [isShown, setShown] = createSignal(false);
    show({ client }, (() => () => isShown() && createComponent(Person, {})) as unknown as () => JSX.Element);
    setShown(true);
    expect(text()).to.equal('Anna');
    expect(seen).to.deep.equal(['Anna']);
    client.dispose();
  });

  it("disposes of its own client with its owner, and not of the app's", async () => {
    const own = createBackendAndStore();
    show(own);
    await until(() => text() === 'nobody');
    const { client } = auth;
    end!();
    const error: unknown = await client.login('anna', 'correct horse').catch((thrown: unknown) => thrown);
    expect((error as { code: string }).code).to.equal('cancelled');
    expect(own.store.listeners.size).to.equal(0);

    const given = new AuthClient(createBackendAndStore());
    show({ client: given });
    await until(() => text() === 'nobody');
    expect(auth.client).to.equal(given);
    end!();
    expect(await given.tryAutoLogin().catch(() => 'disposed')).to.equal(undefined);
    given.dispose();
  });

  it('outside a provider it says so', () => {
    expect(() => render(() => createComponent(Person, {}), container)).to.throw('<AuthProvider>');
  });
});
