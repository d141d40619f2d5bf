// The focus of a widget inside another component, and of one that is moved or removed in the middle of a step.
import { expect, html } from '@open-wc/testing';
import { click, until } from '../../support/browser.js';
import { CHECKING, challenged, isShown, makeCaptcha } from '../../support/challenges.js';
import {
  answerRequestCode,
  backend,
  focused,
  focusedAt,
  mount,
  phoneField,
  requestCode,
  settled,
  submitButton,
  textOf,
  typePhone,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

describe('auth-widget: in other hands', () => {
  it('leaves the focus to a person who is in another field of the component around it', async () => {
    const around = await mount('phone-login', inside => html`<div>${inside}</div>`);
    const root = around.attachShadow({ mode: 'open' });
    const search = document.createElement('input');
    root.append(search, document.createElement('slot'));
    await requestCode();
    search.focus();
    await answerRequestCode();
    expect(root.activeElement === search).to.equal(true);
    expect(focused()).to.equal(null);
  });

  it('takes the focus in such a component if nobody has it there', async () => {
    const around = await mount('phone-login', inside => html`<div>${inside}</div>`);
    around.attachShadow({ mode: 'open' }).append(document.createElement('slot'));
    await requestCode();
    await answerRequestCode();
    expect(focusedAt()).to.equal('code');
  });

  it('takes no focus when it appears again after it was removed while a call was running', async () => {
    const around = await mount();
    await requestCode();
    widget.remove();
    await backend.answer('requestCode', {});
    widget.client.back();
    widget.client.setMode('login');
    await settled();
    around.append(widget);
    await settled();
    expect(focused()).to.equal(null);
  });

  it('takes no focus when it appears again after it was removed beside a captcha, whose operation then ends', async () => {
    const captcha = makeCaptcha('<input aria-label="Letters">');
    const around = await mount({ challenge: captcha.challenge });
    widget.append(captcha.place);
    await typePhone();
    await click(submitButton());
    await backend.answer('requestCode', challenged());
    await until(() => document.activeElement === captcha.place.querySelector('input'));
    widget.remove();
    await settled();
    around.append(widget);
    await settled();
    expect([isShown(captcha.place), document.activeElement === document.body]).to.deep.equal([true, true]);
    captcha.asked[0]!.reject();
    await until(() => widget.state.error);
    await settled();
    expect([isShown(captcha.place), document.activeElement === document.body]).to.deep.equal([false, true]);
  });

  it('takes the focus after it was moved while a call was running', async () => {
    const around = await mount();
    await requestCode();
    const place = document.createElement('div');
    around.append(place);
    place.append(widget);
    await answerRequestCode();
    expect(focusedAt()).to.equal('code');
  });

  it('goes on to wait for a captcha when it is moved', async () => {
    const captcha = makeCaptcha('<input aria-label="Letters">');
    const around = await mount({ challenge: captcha.challenge });
    await typePhone();
    await click(submitButton());
    await backend.answer('requestCode', challenged());
    await until(() => captcha.asked.length);
    await settled();
    expect(textOf('[role=status]')).to.equal(CHECKING);
    const place = document.createElement('div');
    around.append(place);
    place.append(widget);
    await settled();
    widget.append(captcha.place);
    await until(() => textOf('[role=status]') === 'Confirm below that you’re not a robot.');
    expect(phoneField().isConnected).to.equal(true);
  });
});
