// no-auto-login={false} of Vue and Svelte is the attribute no-auto-login="false": vuejs/core 7401, sveltejs/svelte 15464.
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/auth-widget.js';
import type { AuthWidget } from '../../src/elements/auth-widget.js';
import { FakeBackend, FakeStore, stored } from '../support/fake-backend.js';

/** The widget with this attribute and a stored session, once it has had its first look at it. */
async function mount(noAutoLogin: string | null): Promise<AuthWidget> {
  sessionStorage.clear();
  const widget = document.createElement('auth-widget');
  const store = new FakeStore();
  store.stored = stored();
  Object.assign(widget, { backend: new FakeBackend(), store });
  if (noAutoLogin !== null) widget.setAttribute('no-auto-login', noAutoLogin);
  await fixture(html`<div>${widget}</div>`);
  await widget.updateComplete;
  return widget;
}

describe('auth-widget, no-auto-login', () => {
  for (const value of [null, 'false'])
    it(`${value}: a stored session is restored`, async () => {
      const widget = await mount(value);
      await new Promise(requestAnimationFrame);
      expect(widget.noAutoLogin).to.equal(false);
      expect(widget.state.isAuthenticated).to.equal(true);
    });

  for (const value of ['', 'true', 'no-auto-login'])
    it(`${JSON.stringify(value)}: it is not`, async () => {
      const widget = await mount(value);
      await new Promise(requestAnimationFrame);
      expect(widget.noAutoLogin).to.equal(true);
      expect(widget.state.isAuthenticated).to.equal(false);
      widget.removeAttribute('no-auto-login');
      expect(widget.noAutoLogin).to.equal(false);
    });
});
