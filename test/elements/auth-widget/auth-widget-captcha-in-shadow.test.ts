// The focus and a captcha if the widget is in a shadow root of the page: `document.activeElement` is then the host of that root.
import { expect } from '@open-wc/testing';
import type { ChallengeSolver } from '../../../src/client/calls/solve-challenge.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { click, inner, type, until } from '../../support/browser.js';
import { HeldBackend, FakeStore } from '../../support/held-backend.js';
import { createWidget, queryIn, settled } from '../../support/widget.js';

describe('auth-widget in a shadow root: the focus and a captcha', () => {
  it('goes from the button into the captcha, and back to the button after an error', async () => {
    const backend = new HeldBackend();
    let reject = () => {};
    const challenge: ChallengeSolver = () =>
      new Promise((_, stop) => {
        reject = () => stop(new Error('closed'));
      });
    const { widget } = createWidget({ backend, store: new FakeStore(), mode: 'phone-login', challenge });
    const place = document.createElement('div');
    place.slot = 'challenge';
    place.innerHTML = '<input aria-label="Letters">';
    widget.append(place);
    const outer = document.createElement('div');
    document.body.append(outer);
    const root = outer.attachShadow({ mode: 'open' });
    root.append(widget);
    const elsewhere = document.body.appendChild(document.createElement('input'));
    try {
      await until(() => queryIn(widget, 'phone-input'));
      inner(queryIn(widget, 'phone-input')!).focus();
      await type('9161234567');
      const button = queryIn(widget, '[type=submit]')!;
      await click(button);
      await backend.answer('requestCode', new AuthError('challenge', { challenge: { type: 'captcha' } }));
      await until(() => root.activeElement === place.firstElementChild);
      // A person who has left the shadow root isn't brought back.
      elsewhere.focus();
      place.append(document.createElement('input'));
      await new Promise(requestAnimationFrame);
      expect(document.activeElement === elsewhere).to.equal(true);
      (place.firstElementChild as HTMLElement).focus();
      reject();
      await until(() => widget.state.error);
      await settled(widget);
      expect(widget.shadowRoot!.activeElement === queryIn(widget, '[type=submit]')).to.equal(true);
    } finally {
      outer.remove();
      elsewhere.remove();
    }
  });
});
