// auth-widget: a stored session, restored when the widget is first connected, and what is shown meanwhile.
// The rules: docs/behaviour/session.md#restore.
import { expect, fixture, html } from '@open-wc/testing';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session, stored } from '../../support/held-backend.js';
import { appendWidget, createClient, createWidget, queryIn, settled } from '../../support/widget.js';

describe('auth-widget: restoring a session', () => {
  it('the form is not rendered, not even for a moment', async () => {
    for (const age of [0, 5_000_000]) {
      const backend = new HeldBackend();
      const store = new FakeStore();
      store.stored = stored({ obtainedAt: Date.now() - age });
      const widget = document.createElement('auth-widget');
      Object.assign(widget, { backend, store, lang: 'en' });
      let wasSeen = false;
      document.body.append(widget);
      new MutationObserver(() => (wasSeen ||= queryIn(widget, 'form input, phone-input') !== null)).observe(
        widget.shadowRoot ?? widget.attachShadow({ mode: 'open' }),
        { childList: true, subtree: true },
      );
      await widget.updateComplete;
      if (age) {
        expect(widget.state.isLoading).to.equal(true);
        expect(queryIn(widget, '[aria-busy=true]')).to.not.equal(null);
        await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 1000 });
      }
      await until(() => queryIn(widget, '.person'));
      expect(wasSeen).to.equal(false);
      widget.client.dispose();
      widget.remove();
    }
  });

  it('the waiting text has a direction if its language is not that of the page', async () => {
    const page = await fixture(html`<div lang="en"></div>`);
    for (const [texts, dir] of [
      [{ lang: 'ar', busy: 'انتظر' }, 'rtl'],
      [{ lang: 'en' }, null],
    ] as const) {
      const store = new FakeStore();
      store.stored = stored({ obtainedAt: Date.now() - 2_000_000 });
      const { widget } = createWidget({ backend: new HeldBackend(), store, texts });
      widget.lang = texts.lang;
      page.append(widget);
      await widget.updateComplete;
      expect(queryIn(widget, '.waiting')!.getAttribute('dir')).to.equal(dir);
      widget.client.dispose();
      widget.remove();
    }
  });

  it('the form is not rendered while the server is asked for the session', async () => {
    const store = new FakeStore();
    store.stored = stored({ obtainedAt: Date.now() - 2_000_000 });
    sessionStorage.clear();
    const backend = new HeldBackend();
    const widget = await fixture<AuthWidget>(html`<auth-widget .backend=${backend} .store=${store}></auth-widget>`);
    expect(widget.state.isLoading).to.equal(true);
    expect(widget.shadowRoot!.querySelector('form')).to.equal(null);
    await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 1000 });
    await new Promise(resolve => widget.addEventListener('auth-signed-in', resolve, { once: true }));
    await widget.updateComplete;
    expect(widget.shadowRoot!.textContent).to.contain('Anna');
    widget.client.dispose();
  });

  it('appended, removed in the same task and appended later: the stored session is restored, once', async () => {
    const backend = new HeldBackend();
    const store = new FakeStore();
    store.stored = stored();
    const { widget, events } = createWidget({ backend, store });
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

  it('with no-auto-login, auth-change says that nothing is loading', async () => {
    const { widget, states, events } = createWidget({
      backend: new HeldBackend(),
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

  it('a client that is signed in already: the events are dispatched once, not again after a move', async () => {
    const { client, backend } = createClient();
    const done = client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    const { widget, states, events } = createWidget({ client });
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

  it('a page that comes back from the back/forward cache shows what happened to the session in between', async () => {
    const store = new FakeStore();
    const widget = appendWidget({ backend: new HeldBackend(), store });
    await until(() => queryIn(widget, 'phone-input'));
    // A frozen page gets no event of the store.
    store.stored = stored({ user: 'u2', displayName: 'Boris' });
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => widget.state.userId === 'u2');
    store.stored = null;
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await until(() => queryIn(widget, 'phone-input'));
    expect(widget.state.isAuthenticated).to.equal(false);
  });
});

/**
 * Creates a widget with this value of `no-auto-login` and a stored session. Vue and Svelte write `no-auto-login="false"` for
 * `false`: vuejs/core 7401, sveltejs/svelte 15464.
 */
async function mountWithAttribute(noAutoLogin: string | null): Promise<AuthWidget> {
  sessionStorage.clear();
  const widget = document.createElement('auth-widget');
  const store = new FakeStore();
  store.stored = stored();
  Object.assign(widget, { backend: new HeldBackend(), store });
  if (noAutoLogin !== null) widget.setAttribute('no-auto-login', noAutoLogin);
  await fixture(html`<div>${widget}</div>`);
  await widget.updateComplete;
  return widget;
}

describe('auth-widget: no-auto-login', () => {
  for (const value of [null, 'false'])
    it(`${value}: the session is restored`, async () => {
      const widget = await mountWithAttribute(value);
      await new Promise(requestAnimationFrame);
      expect(widget.noAutoLogin).to.equal(false);
      expect(widget.state.isAuthenticated).to.equal(true);
    });

  for (const value of ['', 'true', 'no-auto-login'])
    it(`${JSON.stringify(value)}: the session is not restored`, async () => {
      const widget = await mountWithAttribute(value);
      await new Promise(requestAnimationFrame);
      expect(widget.noAutoLogin).to.equal(true);
      expect(widget.state.isAuthenticated).to.equal(false);
      widget.removeAttribute('no-auto-login');
      expect(widget.noAutoLogin).to.equal(false);
    });
});
