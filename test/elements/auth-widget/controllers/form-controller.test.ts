// FormController, in auth-widget: when a form is sent, and what is kept of what was typed.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../../src/core/auth-error.js';
import { click, press, type, until } from '../../../support/browser.js';
import { session } from '../../../support/held-backend.js';
import {
  backend,
  button,
  codeField,
  fill,
  find,
  focused,
  focusedAt,
  mount,
  query,
  settled,
  submitButton,
  textOf,
  toCode,
  toRejectedCode,
  typePhone,
  widget,
} from '../../../support/widget.js';

afterEach(() => widget.client.dispose());

const send = () => find<HTMLFormElement>('form').requestSubmit();

describe('FormController: a form that is sent', () => {
  it('while the page signs in: nothing is sent, and the focus follows the sign-in of the page', async () => {
    await mount('login');
    await fill('anna', 'correct horse');
    const done = widget.client.login('boris', 'battery staple');
    await settled();
    send();
    await settled();
    expect([backend.count('login'), widget.state.isLoading]).to.deep.equal([1, true]);
    await backend.answer('login', session());
    await done;
    await settled();
    expect(focusedAt()).to.equal('h2');
  });

  it('while the person has to wait: nothing is sent, and a later step of the page moves no focus', async () => {
    await mount('login');
    await fill('anna', 'wrong horse');
    send();
    await backend.answer('login', new AuthError('too-many-requests', { status: 429, retryAfter: 60 }));
    await until(() => widget.state.error);
    await settled();
    send();
    await settled();
    expect(backend.count('login')).to.equal(1);
    (focused() as HTMLElement | null)?.blur();
    widget.client.setMode('register');
    await settled();
    expect(focused()).to.equal(null);
  });

  it('with a code that was rejected before: the message about that code stays, and nothing is sent', async () => {
    await mount();
    await toRejectedCode(new AuthError('wrong-code', { status: 401, attemptsLeft: 3 }));
    const message = () => codeField().shadowRoot!.querySelector('#error')!.textContent.trim();
    codeField().focus();
    await type('111111');
    await settled();
    const before = message();
    expect(before).to.not.equal('');
    await press('Enter');
    await settled();
    expect(message()).to.equal(before);
    expect([backend.count('verifyCode'), backend.count('requestCode'), widget.state.isLoading]).to.deep.equal([
      1,
      1,
      false,
    ]);
  });

  it('with spaces around the login: the notice about a new account names it without them', async () => {
    await mount('login');
    await fill(' anna ', 'correct horse');
    await click(submitButton());
    await backend.answer('login', session({ created: true }));
    await until(() => widget.state.isAuthenticated);
    await settled();
    expect(textOf('#notice')).to.match(/[^ ] anna[^ ]|[“«]anna[”»]/);
  });
});

describe('FormController: what was typed', () => {
  it('a password is not kept when another form is shown', async () => {
    await mount('login');
    await fill('anna', 'correct horse');
    await click(button('Phone'));
    await settled();
    await click(button('Password'));
    await settled();
    expect([find('#login').value, find('#password').value]).to.deep.equal(['anna', '']);
  });

  it('a number stays while a sign-in with a password is tried', async () => {
    await mount();
    await typePhone();
    await click(button('Password'));
    await settled();
    await fill('anna', 'wrong horse');
    await press('Enter');
    await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
    await until(() => widget.state.error);
    await settled();
    await click(button('Phone'));
    await settled();
    expect(find('phone-input').value).to.equal('79161234567');
  });

  it('a name is kept, also one that looks like a code that was rejected', async () => {
    await mount('phone-register');
    const requested = widget.client.registerByPhone('9161234567', 'Anna');
    await backend.answer('requestCode', {});
    await requested;
    const tried = widget.client.verifyRegistrationSms('111111').catch(() => {});
    await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 3 }));
    await tried;
    widget.client.back();
    await until(() => query('#displayName'));
    await settled();
    find('#displayName').focus();
    find('#displayName').select();
    await type('111111');
    await click(button('Password'));
    await settled();
    await click(button('Phone'));
    await settled();
    expect(find('#displayName').value).to.equal('111111');
  });

  it('a client that was disposed of on the code screen: told with the code', async () => {
    await mount();
    await toCode();
    widget.client.dispose();
    await settled();
    codeField().focus();
    await type('123456');
    await until(() => textOf('[role=alert]'));
    expect(textOf('[role=alert]')).to.equal('Something went wrong. Reload the page and try again.');
  });
});
