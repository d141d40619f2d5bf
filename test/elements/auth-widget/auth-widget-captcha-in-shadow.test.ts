// The focus and a captcha if the widget is in a shadow root of the page: `document.activeElement` is then the host of that root.
import { expect, fixture, html } from '@open-wc/testing';
import type { ChallengeSolver } from '../../../src/client/calls/solve-challenge.js';
import { AuthError } from '../../../src/core/auth-error.js';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { click, inner, press, type, until } from '../../support/browser.js';
import { HeldBackend, FakeStore } from '../../support/held-backend.js';
import { createWidget, queryIn, settled } from '../../support/widget.js';

/** A widget in a shadow root, with a captcha of one field, and a field of the page outside of that root. */
async function widgetInRoot() {
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
  const box = await fixture<HTMLElement>(
    html`<div>
      <div></div>
      <input aria-label="Elsewhere" />
    </div>`,
  );
  const [outer, elsewhere] = box.children as unknown as [HTMLElement, HTMLInputElement];
  const root = outer.attachShadow({ mode: 'open' });
  root.append(widget);
  await until(() => queryIn(widget, 'phone-input'));
  const phone = inner(queryIn(widget, 'phone-input')!);
  phone.focus();
  await type('9161234567');
  return {
    widget,
    root,
    place,
    elsewhere,
    phone,
    captcha: place.firstElementChild as HTMLElement,
    askForCaptcha: () => backend.answer('requestCode', new AuthError('challenge', { challenge: { type: 'captcha' } })),
    close: () => reject(),
  };
}

const isCaptchaShown = (widget: AuthWidget) => queryIn(widget, 'slot[name=challenge]:not([hidden])');

describe('auth-widget in a shadow root: the focus and a captcha', () => {
  it('goes from the button into the captcha, and back to the button after an error', async () => {
    const { widget, root, place, elsewhere, captcha, askForCaptcha, close } = await widgetInRoot();
    await click(queryIn(widget, '[type=submit]')!);
    await askForCaptcha();
    await until(() => root.activeElement === captcha);
    // A person who has left the shadow root isn't brought back.
    elsewhere.focus();
    place.append(document.createElement('input'));
    await new Promise(requestAnimationFrame);
    expect(document.activeElement === elsewhere).to.equal(true);
    captcha.focus();
    close();
    await until(() => widget.state.error);
    await settled(widget);
    expect(widget.shadowRoot!.activeElement === queryIn(widget, '[type=submit]')).to.equal(true);
  });

  it('stays in the field if Enter has submitted the form', async () => {
    const { widget, phone, askForCaptcha } = await widgetInRoot();
    await press('Enter');
    await askForCaptcha();
    await until(() => isCaptchaShown(widget));
    await settled(widget);
    expect(queryIn(widget, 'phone-input')!.shadowRoot!.activeElement === phone).to.equal(true);
  });

  it('stays outside of the root if the person has gone there before the captcha comes', async () => {
    const { widget, elsewhere, askForCaptcha, close } = await widgetInRoot();
    await click(queryIn(widget, '[type=submit]')!);
    elsewhere.focus();
    await askForCaptcha();
    await until(() => isCaptchaShown(widget));
    await settled(widget);
    expect(document.activeElement === elsewhere).to.equal(true);
    close();
    await until(() => widget.state.error);
    await settled(widget);
    expect(document.activeElement === elsewhere).to.equal(true);
  });
});
