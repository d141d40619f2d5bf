// auth-widget: a blocked number. The message says until when, and signing in with a password is offered.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { click, press, type, until } from '../../support/browser.js';
import {
  backend,
  button,
  find,
  focusedAt,
  mount,
  phoneField,
  requestCode,
  settled,
  submitButton,
  textOf,
  visibleText,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

/** Types the number; the server answers that it is blocked. */
async function toBlocked(options: object = {}, retryAfter = 900): Promise<void> {
  await mount(options);
  await requestCode();
  await backend.answer('requestCode', new AuthError('blocked', { retryAfter }));
  await until(() => widget.state.error);
  await settled();
}

const submitText = () => submitButton().textContent.trim();

/** Checks what is shown while the number is blocked, or that none of it is shown. */
function expectBlocked(isBlocked: boolean): void {
  expect(submitButton().ariaDisabled).to.equal(String(isBlocked));
  expect(submitText()).to.equal('Get a code');
  expect(find<HTMLElement>('[part=error]').hidden).to.equal(!isBlocked);
  expect(/Try again in\s15\sminutes\./.test(textOf('[part=error]'))).to.equal(isBlocked);
  expect(visibleText().includes('Sign in with a password')).to.equal(isBlocked);
}

describe('auth-widget: while a number is blocked', () => {
  it('the error message says for how long, and the button submits nothing', async () => {
    await toBlocked();
    expectBlocked(true);
    await click(submitButton());
    phoneField().focus();
    await press('Enter');
    await settled();
    expect(backend.count('requestCode')).to.equal(1);
    expectBlocked(true);
  });

  it('another number enables the button again; typing the blocked one disables it again, and announces the block', async () => {
    await toBlocked();
    phoneField().focus();
    await press('End', 'Backspace');
    await settled();
    expectBlocked(false);
    await type('7');
    await settled();
    expectBlocked(true);
    expect(textOf('[role=alert]')).to.equal('Too many wrong codes.');
    await press('Backspace');
    await type('8');
    await settled();
    expectBlocked(false);
    await press('Enter');
    await backend.answer('requestCode', {});
    expect(backend.last('requestCode')).to.deep.equal(['79161234568']);
  });

  it('a number that a password manager writes without an event also counts', async () => {
    await toBlocked();
    phoneField().shadowRoot!.querySelector('input')!.value = '+7 (916) 123-45-68';
    await press('Enter');
    await backend.answer('requestCode', {});
    expect(backend.last('requestCode')).to.deep.equal(['79161234568']);
  });

  it('the end of the block enables the button again', async () => {
    await toBlocked({}, 2);
    await until(() => submitButton().ariaDisabled === 'false');
    expectBlocked(false);
  });

  it('the link leads to the form for login and password, by keyboard too', async () => {
    await toBlocked();
    button('Sign in with a password').focus();
    await press('Enter');
    await settled();
    expect(widget.client.flow.mode).to.equal('login');
    expect(focusedAt()).to.equal('login');
    expect(submitButton().textContent.trim()).to.equal('Sign in');
    expect(submitButton().ariaDisabled).to.equal('false');
  });

  it('a registration continues as a registration', async () => {
    await mount('phone-register');
    const requested = widget.client.sendRegistrationSms('9161234567').catch(() => {});
    await backend.answer('requestCode', new AuthError('blocked', { retryAfter: 900 }));
    await requested;
    await settled();
    await click(button('Create account with password'));
    await settled();
    expect(widget.client.flow.mode).to.equal('register');
  });

  for (const modes of ['phone-login phone-register', 'phone-login register']) {
    it(`modes="${modes}": only the time, because no mode with a password is offered`, async () => {
      await toBlocked({ mode: 'phone-login', modes });
      expect(textOf('[part=error]')).to.match(/Try again in\s15\sminutes\.$/);
      expect(visibleText()).not.to.contain('with a password');
    });
  }

  it('the form for a password can be sent', async () => {
    await toBlocked();
    const done = widget.client.login('anna', 'wrong horse').catch(() => {});
    await backend.answer('login', new AuthError('wrong-credentials'));
    await done;
    await settled();
    expect(submitButton().ariaDisabled).to.equal('false');
    expect(find<HTMLElement>('[part=error]').hidden).to.equal(true);
    find('#login').focus();
    await type('a');
    await settled();
    expect(widget.client.flow.failure).to.equal(null);
    expect(find<HTMLElement>('[part=error]').hidden, 'the block concerns only the number').to.equal(true);
  });

  it('all of this is the same after a reload', async () => {
    await toBlocked({ mode: 'phone-login' });
    const { store } = widget;
    widget.remove();
    const again = document.createElement('auth-widget');
    Object.assign(again, { backend, store, lang: 'en', noAutoLogin: true, mode: 'phone-login' });
    document.body.append(again);
    await settled(again);
    expect(again.shadowRoot!.querySelector('[part=error]')!.textContent).to.match(/Try again in\s15\sminutes\./);
    expect(again.shadowRoot!.querySelector('[type=submit]')!.ariaDisabled).to.equal('true');
    expect(again.shadowRoot!.querySelector('[part=error] button')!.textContent).to.equal('Sign in with a password');
    again.remove();
    again.client.dispose();
  });
});
