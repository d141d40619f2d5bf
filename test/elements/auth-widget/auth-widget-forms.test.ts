// auth-widget: the forms, their fields, what keeps them from being sent, and the error messages at the fields.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { click, inner, press, type, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';
import {
  backend,
  button,
  fill,
  find,
  focusedAt,
  mount,
  phoneField,
  settled,
  signIn,
  submitButton,
  textOf,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

const phoneError = () => phoneField().shadowRoot!.querySelector('#error')!.textContent;
const EMPTY = 'Fill in this field.';

describe('auth-widget: fields', () => {
  it('`autocomplete` says what each field is for', async () => {
    await mount();
    const tokens = () =>
      [...widget.shadowRoot!.querySelectorAll('input')].map(
        input => `${input.type} ${input.name} ${input.autocomplete}`,
      );
    widget.client.setMode('login');
    await settled();
    expect(tokens()).to.deep.equal(['text login username', 'password password current-password']);
    widget.client.setMode('register');
    await settled();
    expect(tokens()).to.deep.equal([
      'text login username',
      'password password new-password',
      'password repeat new-password',
    ]);
    find<HTMLButtonElement>('.eye').click();
    await settled();
    expect(find('#password').type).to.equal('text');
  });

  it('`autocorrect` is off for logins and passwords', async () => {
    await mount('login');
    for (const name of ['login', 'password']) expect(find(`#${name}`).getAttribute('autocorrect')).to.equal('off');
  });

  it('a password that is shown is hidden when the form is sent, and stays hidden', async () => {
    await mount('login');
    await fill('anna', 'wrong horse');
    await click(find('.eye'));
    await settled();
    expect(find('#password').type).to.equal('text');
    await click(submitButton());
    await settled();
    expect(find('#password').type).to.equal('password');
    await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
    await until(() => widget.state.error);
    await settled();
    expect(find('#password').type).to.equal('password');
    expect(find('.eye').getAttribute('aria-pressed')).to.equal('false');
  });

  it('a phone is edited in the middle: Backspace on a separator, a digit, an eleventh digit', async () => {
    await mount();
    const input = inner(find<PhoneInput>('phone-input'));
    input.focus();
    await type('9161234567');
    input.setSelectionRange(9, 9);
    await press('Backspace');
    expect(input.value).to.equal('+7 (911) 234-56-7');
    expect(input.selectionStart).to.equal(6);
    await type('5');
    expect(input.value).to.equal('+7 (915) 123-45-67');
    expect(input.selectionStart).to.equal(7);
    await type('0');
    expect(input.value).to.equal('91501234567');
    expect(input.selectionStart).to.equal(4);
  });
});

describe('auth-widget: a form that is sent', () => {
  it('a form with an empty field or two different passwords is not sent, and says so at the field', async () => {
    await mount();
    widget.client.setMode('register');
    await settled();
    find('#login').focus();
    await press('Enter');
    await settled();
    expect(find('#login-error').textContent).to.equal('Fill in this field.');
    await type('anna');
    expect(find('#login-error').textContent).to.equal('', 'the next key takes the message away');
    find('#password').focus();
    await type('correct horse');
    find('#repeat').focus();
    await type('correct house');
    await press('Enter');
    await settled();
    expect(find('#repeat-error').textContent).to.equal('The passwords don’t match. Enter the password again.');
    expect(find('#repeat').getAttribute('aria-invalid')).to.equal('true');
    expect(backend.calls).to.deep.equal([]);
  });

  it('values that a password manager has set without an event are read when the form is sent', async () => {
    await mount();
    widget.client.setMode('login');
    await settled();
    find('#login').value = 'anna';
    find('#password').value = 'correct horse';
    find<HTMLFormElement>('form').requestSubmit();
    await backend.answer('login', session());
    expect(backend.calls.map(({ method, args }) => [method, ...args])).to.deep.equal([
      ['login', 'anna', 'correct horse'],
    ]);
  });

  it('without a complete number: the error messages of number and name together, and the number gets the focus', async () => {
    await mount('phone-register');
    await click(submitButton());
    await settled();
    expect(focusedAt()).to.equal('phone');
    expect(phoneError()).to.equal('Enter your phone number.');
    expect(textOf('#displayName-error')).to.equal(EMPTY);
    expect(widget.state.error).to.equal('Enter your phone number.');
    await type('9161234567');
    await press('Enter');
    await settled();
    expect(focusedAt()).to.equal('displayName');
    expect(phoneError()).to.equal('');
    expect(textOf('#displayName-error')).to.equal(EMPTY);
    expect(backend.calls).to.deep.equal([]);
  });

  it('every empty field has a message, and the first of them gets the focus', async () => {
    await mount('register');
    await click(submitButton());
    await settled();
    expect(['login', 'password', 'repeat'].map(name => textOf(`#${name}-error`))).to.deep.equal(
      Array.from({ length: 3 }, () => 'Fill in this field.'),
    );
    expect(focusedAt()).to.equal('login');
    await type('anna');
    await settled();
    expect(textOf('#password-error')).to.equal('');
  });

  it('a rule of the server is shown at the field that breaks it', async () => {
    for (const [field, other] of [
      ['password', 'login'],
      ['login', 'password'],
    ] as const) {
      await mount('register');
      await fill('anna', 'correct horse', 'correct horse');
      await press('Enter');
      await backend.answer('login', new AuthError('policy', { status: 400, field }));
      await until(() => widget.state.error);
      await settled();
      expect(textOf(`#${field}-error`)).to.equal(widget.state.error);
      expect(textOf(`#${other}-error`)).to.equal('');
      expect(focusedAt()).to.equal(field);
      widget.client.dispose();
    }
  });

  it('a password may be made of spaces', async () => {
    await mount('register');
    await fill('anna', ' '.repeat(8), ' '.repeat(8));
    await press('Enter');
    await settled();
    expect(backend.calls.map(({ method, args }) => [method, args[1]])).to.deep.equal([['login', ' '.repeat(8)]]);
  });
});

describe('auth-widget: messages disappear with their screen', () => {
  it('the error message about a missing name is gone in the next form', async () => {
    await mount('phone-register');
    const requested = widget.client.sendRegistrationSms('9161234567');
    await backend.answer('requestCode', {});
    await requested;
    const done = widget.client.verifyRegistrationSms('123456');
    await backend.answer('verifyCode', session({ displayName: null }));
    await done;
    await settled();
    await click(submitButton());
    await settled();
    expect(textOf('#displayName-error')).to.equal(EMPTY);
    await click(button('Start over'));
    await settled();
    expect(textOf('#displayName-error')).to.equal('');
  });

  it('the error message about an empty field is gone after a sign-in by the client', async () => {
    await mount('login');
    await click(submitButton());
    await settled();
    expect(textOf('#login-error')).to.equal(EMPTY);
    await signIn();
    const signedOut = widget.client.logout();
    await backend.answer('endSession');
    await signedOut;
    await settled();
    expect(textOf('#login-error')).to.equal('');
  });

  it('the error message about an empty field is gone in another mode that the page has set', async () => {
    await mount('login');
    await click(submitButton());
    await settled();
    widget.mode = 'register';
    await settled();
    expect(textOf('#login-error')).to.equal('');
  });
});
