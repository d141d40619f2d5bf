// What apps do to the widget, where a review once found it wanting: when it restores, tells, ticks, and whom it calls.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../src/client/auth-client.js';
import type { AuthState } from '../../src/core/auth-state.js';
import '../../src/define/auth-widget.js';
import type { AuthWidget } from '../../src/elements/auth-widget.js';
import { until } from '../support/browser.js';
import { FakeBackend, FakeStore, session, stored } from '../support/fake-backend.js';

const PHONE = '79161234567';

interface Told {
  readonly states: AuthState[];
  /** The other events, by name. */
  readonly events: string[];
}

const ends: (() => void)[] = [];

/** A widget that is not in the document yet, and what it tells from then on. */
function create(options: Partial<AuthWidget>): Told & { readonly widget: AuthWidget } {
  const widget = document.createElement('auth-widget');
  Object.assign(widget, { lang: 'en', ...options });
  const states: AuthState[] = [];
  const events: string[] = [];
  widget.addEventListener('auth-change', ({ state }) => states.push(state));
  for (const type of ['auth-signed-in', 'auth-signed-out', 'auth-code-sent', 'auth-error'] as const)
    widget.addEventListener(type, () => events.push(type));
  ends.push(() => {
    widget.remove();
    widget.client.dispose();
  });
  return { widget, states, events };
}

function createClient(held: FakeStore['stored'] = null) {
  const backend = new FakeBackend();
  const store = new FakeStore();
  store.stored = held;
  const client = new AuthClient({ backend, store });
  return { backend, store, client };
}

/** Everything that is on its way has come, and is rendered. */
async function settled(widget: AuthWidget): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    await new Promise(requestAnimationFrame);
    await widget.updateComplete;
  }
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

afterEach(() => ends.splice(0).forEach(end => end()));

describe('auth-widget, apps: restoring', () => {
  it('appended, removed in the same task and appended later: the stored session is restored, once', async () => {
    const backend = new FakeBackend();
    const store = new FakeStore();
    store.stored = stored();
    const { widget, events } = create({ backend, store });
    document.body.append(widget);
    widget.remove();
    await settled(widget);
    expect(widget.state.isAuthenticated).to.equal(false);
    document.body.append(widget);
    await until(() => widget.state.isAuthenticated);
    widget.remove();
    document.body.append(widget);
    await settled(widget);
    expect(events).to.deep.equal(['auth-signed-in']);
    expect(backend.calls.map(({ method }) => method)).to.deep.equal(['getSession']);
  });

  it('without restoring, it is told that nothing is loading', async () => {
    const { widget, states, events } = create({
      backend: new FakeBackend(),
      store: new FakeStore(),
      noAutoLogin: true,
    });
    expect(widget.state.isLoading).to.equal(true, 'before it is known');
    document.body.append(widget);
    await settled(widget);
    expect(states.map(({ isLoading }) => isLoading)).to.deep.equal([false]);
    expect(widget.state.isLoading).to.equal(false);
    expect(events).to.deep.equal([]);
  });

  it('a client that is signed in already is told once, and a move tells none of it again', async () => {
    const { client, backend } = createClient();
    const done = client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    const { widget, states, events } = create({ client });
    document.body.append(widget);
    await settled(widget);
    expect(states.map(({ userId }) => userId)).to.deep.equal(['u1']);
    expect(events).to.deep.equal(['auth-signed-in']);
    const place = document.createElement('section');
    document.body.append(place);
    place.append(widget);
    await settled(widget);
    widget.remove();
    await settled(widget);
    document.body.append(widget);
    await settled(widget);
    place.remove();
    expect(states.length).to.equal(1);
    expect(events).to.deep.equal(['auth-signed-in']);
  });
});

describe('auth-widget, apps: at rest', () => {
  it('removed by whoever hears that a code was sent, it counts nothing down', async () => {
    const backend = new FakeBackend();
    const { widget, events } = create({ backend, store: new FakeStore(), noAutoLogin: true });
    document.body.append(widget);
    await settled(widget);
    widget.addEventListener('auth-code-sent', () => widget.remove());
    const { setTimeout, clearTimeout } = window;
    const armed = new Map<number, () => void>();
    let count = 0;
    Object.assign(window, {
      setTimeout: (run: () => void) => (armed.set(--count, run), count),
      clearTimeout: (id: number) => armed.delete(id) || clearTimeout(id),
    });
    try {
      const asked = widget.client.loginByPhone(PHONE);
      await backend.answer('requestCode', { resendIn: 60 });
      await asked;
      await settled(widget);
    } finally {
      Object.assign(window, { setTimeout, clearTimeout });
    }
    expect(events).to.deep.equal(['auth-code-sent']);
    expect(widget.isConnected).to.equal(false);
    let updates = 0;
    widget.requestUpdate = () => void updates++;
    // A second passes.
    for (const run of armed.values()) run();
    Reflect.deleteProperty(widget, 'requestUpdate');
    expect(updates).to.equal(0);
    // And in the document again it goes on.
    document.body.append(widget);
    await until(() => /New code in (1:00|0:59)/.test(widget.shadowRoot!.textContent));
  });
});

describe('auth-widget, apps: a client from outside', () => {
  it('`mode` counts for a client at rest', async () => {
    const { client } = createClient();
    const { widget } = create({ client, mode: 'register' });
    document.body.append(widget);
    await settled(widget);
    expect(client.flow.mode).to.equal('register');
    expect(widget.shadowRoot!.querySelector('input[name=repeat]')).to.not.equal(null);
  });

  it('`modes` counts: what is not offered is not shown', async () => {
    const { client } = createClient();
    const { widget } = create({ client, modes: 'login register' });
    document.body.append(widget);
    await settled(widget);
    expect(client.flow.mode).to.equal('login');
    expect(widget.shadowRoot!.querySelector('phone-input')).to.equal(null);
    expect(widget.shadowRoot!.querySelector('input[name=password]')).to.not.equal(null);
  });

  it('without `mode` the client keeps its own', async () => {
    const { client } = createClient();
    client.setMode('phone-register');
    const { widget } = create({ client });
    document.body.append(widget);
    await settled(widget);
    expect(client.flow.mode).to.equal('phone-register');
  });

  it('a flow that the client has begun goes on, whatever `mode` and `modes` say', async () => {
    const { client, backend } = createClient();
    const asked = client.loginByPhone(PHONE);
    await backend.answer('requestCode', { resendIn: 60 });
    await asked;
    const { widget } = create({ client, mode: 'login', modes: 'login register' });
    document.body.append(widget);
    await settled(widget);
    expect(client.state.verificationStep).to.equal('sms-sent');
    expect(widget.shadowRoot!.querySelector('code-input')).to.not.equal(null);
    const done = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', session());
    await done;
    await until(() => widget.state.isAuthenticated);
  });

  it('a request that the client has begun goes on', async () => {
    const { client, backend } = createClient();
    const asked = client.loginByPhone(PHONE);
    const { widget } = create({ client, mode: 'login' });
    document.body.append(widget);
    await settled(widget);
    await backend.answer('requestCode', { resendIn: 60 });
    await asked;
    await until(() => widget.shadowRoot!.querySelector('code-input'));
  });

  it('a later `mode` that is not offered is ignored', async () => {
    const { client } = createClient();
    const { widget } = create({ client, mode: 'login', modes: 'login register' });
    document.body.append(widget);
    await settled(widget);
    widget.mode = 'phone-register';
    await settled(widget);
    expect(client.flow.mode).to.equal('login');
    widget.mode = 'register';
    await settled(widget);
    expect(client.flow.mode).to.equal('register');
  });
});

describe('auth-widget, apps: addresses', () => {
  it('a client that is read before the address is set does not keep the calls from it', async () => {
    const { fetch } = window;
    const urls: string[] = [];
    window.fetch = input => {
      urls.push(String(input));
      const params = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };
      return Promise.resolve(Response.json({ code: 200, text: 'OK', params }));
    };
    try {
      const { widget } = create({});
      const early = widget.client;
      expect(early.state.isAuthenticated).to.equal(false);
      widget.baseUrl = 'https://api.example/auth/';
      document.body.append(widget);
      await settled(widget);
      await widget.client.login('anna', 'correct horse');
      expect(urls).to.deep.equal(['https://api.example/auth/v1/session']);
      expect(Object.keys(localStorage)).to.deep.equal(['auth-widget:session:https://api.example/auth']);
    } finally {
      window.fetch = fetch;
    }
  });
});
