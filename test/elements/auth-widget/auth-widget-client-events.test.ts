// auth-widget: the events of a widget that gets another client.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../../src/client/auth-client.js';
import { AuthError } from '../../../src/core/auth-error.js';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session, stored } from '../../support/held-backend.js';
import { createClient, mountWidget, settled } from '../../support/widget.js';

describe('auth-widget: events when the client changes', () => {
  /** Everything that the widget dispatches from now on. */
  async function record(widget: AuthWidget): Promise<string[]> {
    const seen: string[] = [];
    widget.addEventListener('auth-change', ({ state }) => {
      expect(widget.state).to.equal(state);
      seen.push(`change ${state.userId}`);
    });
    widget.addEventListener('auth-signed-in', ({ userId, displayName }) => seen.push(`in ${userId} ${displayName}`));
    widget.addEventListener('auth-signed-out', ({ reason }) => seen.push(`out ${reason}`));
    // A late listener is told who is signed in already.
    await until(() => seen.length);
    seen.length = 0;
    return seen;
  }

  async function mountSignedIn(options: Partial<AuthWidget> = {}) {
    const mounted = await mountWidget(options, stored());
    await until(() => mounted.widget.state.isAuthenticated);
    return { ...mounted, seen: await record(mounted.widget) };
  }

  for (const [name, change] of [
    ['base-url', { baseUrl: 'https://api.example' }],
    ['backend', { backend: new HeldBackend(), store: new FakeStore() }],
    ['store', { store: new FakeStore() }],
  ] as const) {
    it(`another ${name}: auth-change, then auth-signed-out; the session stays stored`, async () => {
      const { widget, store, seen } = await mountSignedIn({ noAutoLogin: false });
      widget.noAutoLogin = true;
      Object.assign(widget, change);
      await settled(widget);
      expect(seen).to.deep.equal(['change null', 'out logout']);
      expect(store.stored?.token).to.equal('token-1');
    });
  }

  it('another client, which begins to restore a session: one auth-change, then auth-signed-out', async () => {
    const { widget, seen } = await mountSignedIn();
    Object.assign(widget, { backend: new HeldBackend(), store: new FakeStore() });
    await until(() => seen.includes('out logout') && !widget.state.isLoading);
    expect(seen).to.deep.equal(['change null', 'out logout', 'change null']);
  });

  it('another client, in which somebody is signed in: auth-signed-in, for that person', async () => {
    const { client, backend } = createClient();
    const done = client.login('boris', 'correct horse');
    await backend.answer('login', session({ user: 'u2', displayName: 'Boris' }));
    await done;
    const { widget, seen } = await mountSignedIn();
    widget.client = client;
    await settled(widget);
    expect(seen).to.deep.equal(['change u2', 'in u2 Boris']);
  });

  it('another client with nobody signed in, and back: auth-signed-out, auth-signed-in', async () => {
    const { client: first, backend } = createClient();
    const done = first.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    const { widget } = await mountWidget({ client: first, noAutoLogin: true });
    const seen = await record(widget);
    widget.client = createClient().client;
    await settled(widget);
    widget.client = first;
    await settled(widget);
    expect(seen).to.deep.equal(['change null', 'out logout', 'change u1', 'in u1 Anna']);
    first.dispose();
  });

  it('another client, whose session has expired: auth-signed-out, with that reason', async () => {
    const { client, backend } = createClient();
    const done = client.login('boris', 'correct horse');
    await backend.answer('login', session({ user: 'u2', displayName: null }));
    await done;
    const named = client.verifyRegistrationSms('', 'Boris').catch(() => {});
    await backend.answer('setDisplayName', new AuthError('session-expired', { status: 401 }));
    await named;
    const { widget, seen } = await mountSignedIn();
    widget.noAutoLogin = true;
    widget.client = client;
    await settled(widget);
    expect(seen).to.deep.equal(['change null', 'out session-expired']);
  });

  it('another client, in which the same person is signed in: no event', async () => {
    const { widget, backend, store, seen } = await mountSignedIn();
    const client = new AuthClient({ backend, store });
    await client.tryAutoLogin();
    widget.client = client;
    await settled(widget);
    expect(seen).to.deep.equal([]);
  });

  for (const reason of ['logout', 'session-expired'] as const) {
    it(`a session that ends while the widget is not in the document (${reason}): auth-signed-out when it is again`, async () => {
      const { widget, backend, seen } = await mountSignedIn();
      const stop = widget.client.subscribe(() => {});
      widget.remove();
      if (reason === 'logout') {
        const signedOut = widget.client.logout();
        await backend.answer('endSession');
        await signedOut;
      } else {
        const token = widget.client.getToken();
        await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
        await token;
      }
      expect(seen).to.deep.equal([]);
      document.body.append(widget);
      await settled(widget);
      expect(seen).to.deep.equal(['change null', `out ${reason}`]);
      stop();
    });
  }
});
