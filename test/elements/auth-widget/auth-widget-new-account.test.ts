// auth-widget: an account that a mistyped login may create: what the form says beforehand, and what is offered afterwards.
import { expect } from '@open-wc/testing';
import { click, press, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';
import {
  backend,
  button,
  fill,
  find,
  focused,
  mount,
  query,
  settled,
  submitButton,
  textOf,
  toCode,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

/** Signs in through the form with a login that the server doesn't know. */
async function createByAccident(): Promise<void> {
  await mount('login');
  await fill('annna', 'correct horse');
  await press('Enter');
  await backend.answer('login', session({ displayName: 'annna', created: true }));
  await until(() => widget.state.isAuthenticated);
  await settled();
}

const buttons = () => [...widget.shadowRoot!.querySelectorAll('button')].map(({ textContent }) => textContent.trim());

describe('auth-widget: an account by accident', () => {
  it('the form says beforehand that a new login makes an account, with the reference server', async () => {
    await mount({ mode: 'login', backend: undefined });
    expect(textOf('#login-hint')).to.equal('If this username is new, we’ll create an account.');
    expect(submitButton().textContent.trim()).to.equal('Sign in or create an account');
    widget.texts = { newLoginHint: '', signInOrCreate: '' };
    await settled();
    expect(textOf('#login-hint')).to.equal('');
    expect(submitButton().textContent.trim()).to.equal('Sign in');
  });

  it('another server may make none, so the form says nothing', async () => {
    await mount('login');
    expect(textOf('#login-hint')).to.equal('');
    expect(submitButton().textContent.trim()).to.equal('Sign in');
  });

  it('the account can be kept: the notice goes, and the focus moves to the heading', async () => {
    await createByAccident();
    expect(textOf('#notice')).to.contain('“annna”');
    expect(buttons()).to.deep.equal(['Keep the new account', 'It was a typo: sign out']);
    await click(button('Keep the new account'));
    await settled();
    expect(textOf('#notice')).to.equal('');
    expect(buttons()).to.deep.equal(['Sign out']);
    expect(focused()?.localName).to.equal('h2');
    expect(widget.state.isAuthenticated).to.equal(true);
  });

  it('a typo is one click away from the form; the next account by accident is noticed again', async () => {
    await createByAccident();
    await click(button('It was a typo: sign out'));
    await backend.answer('endSession');
    await until(() => !widget.state.isAuthenticated && query('#login'));
    await settled();
    expect(textOf('[role=status]')).to.equal('You’re signed out.');
    const done = widget.client.login('annna', 'correct horse');
    await backend.answer('login', session({ created: true }));
    await done;
    await settled();
    expect(buttons()).to.contain('Keep the new account');
  });
});

describe('auth-widget: who is signed in', () => {
  it('after a code, the number is below the name, with its last four digits', async () => {
    await mount();
    await toCode();
    const done = widget.client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', session());
    await done;
    await settled();
    expect(textOf('.person bdi')).to.equal('+7 (•••) •••-45-67');
  });

  it('after a password there is none, even if a number was typed before', async () => {
    await mount();
    await toCode();
    const done = widget.client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    await settled();
    expect(find('h2').textContent).to.contain('Anna');
    expect(query('.person bdi')).to.equal(null);
  });
});
