// auth-widget: what was typed is kept from screen to screen, and forgotten when someone signs in.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../../src/client/auth-client.js';
import { AuthError } from '../../../src/core/auth-error.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { click, inner, press, type, until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session } from '../../support/held-backend.js';
import {
  backend,
  button,
  fill,
  find,
  mount,
  phoneField,
  query,
  settled,
  signIn,
  typePhone,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

describe('auth-widget: what was typed is kept', () => {
  it('Back shows the phone that a code was requested for, not one that was typed before', async () => {
    await mount();
    find<PhoneInput>('phone-input').focus();
    await type('9161234567');
    await click(button('Password'));
    await settled();
    await click(button('Phone'));
    await settled();
    const phone = find<PhoneInput>('phone-input');
    expect(phone.value).to.equal('79161234567', 'it is not lost either');
    phone.focus();
    await press('Control+a');
    await type('9037654321');
    expect(phone.value).to.equal('79037654321');
    await press('Enter');
    await backend.answer('requestCode', { resendIn: 60 });
    await until(() => query('code-input'));
    await settled();
    expect(backend.last('requestCode')).to.deep.equal(['79037654321']);
    await click(find('[part=back]'));
    await until(() => query('phone-input'));
    await settled();
    expect(find<PhoneInput>('phone-input').value).to.equal('79037654321');
  });

  for (const [typed, text] of [
    ['91612', '+7 (916) 12'],
    ['8', '+7 (8'],
    ['', ''],
  ] as const) {
    it(`«${text}» is still there after a change to the other method and back`, async () => {
      await mount();
      find<PhoneInput>('phone-input').value = '9037654321';
      find<PhoneInput>('phone-input').focus();
      await press('Control+a');
      await press('Backspace');
      if (typed) await type(typed);
      await click(button('Password'));
      await settled();
      await click(button('Phone'));
      await settled();
      const phone = find<PhoneInput>('phone-input');
      expect(inner(phone).value).to.equal(text);
      phone.focus();
      await press('End');
      await type('9031234567'.slice(typed.length));
      expect(phone.value.length).to.equal(11);
    });
  }

  it('a registration that fails, then one without a name: the field of the name never shows «undefined»', async () => {
    await mount('phone-register');
    const names = new Set<string>();
    const recordName = async () => {
      await settled();
      names.add(find('#displayName').value);
    };
    await recordName();
    const named = widget.client.registerByPhone('9161234567', 'Anna').catch(() => {});
    await recordName();
    await backend.answer('requestCode', new AuthError('server'));
    await named;
    await recordName();
    expect(find('#displayName').value).to.equal('Anna');
    const unnamed = widget.client.sendRegistrationSms('9161234567').catch(() => {});
    await recordName();
    await backend.answer('requestCode', new AuthError('server'));
    await unnamed;
    await recordName();
    expect([...names]).to.deep.equal(['', 'Anna']);
  });

  for (const [digits, text] of [
    ['9161234567', '+7 (916) 123-45-67'],
    ['91612', '+7 (916) 12'],
  ] as const) {
    it(`${text} stays when the page sets another mode`, async () => {
      await mount();
      await typePhone(digits);
      widget.mode = 'login';
      await settled();
      widget.mode = 'phone-register';
      await settled();
      expect(inner(phoneField()).value).to.equal(text);
    });
  }

  it('a login stays through other modes', async () => {
    await mount();
    widget.client.setMode('login');
    await settled();
    find('#login').focus();
    await type('anna');
    for (const mode of ['phone-login', 'register'] as const) {
      widget.client.setMode(mode);
      await settled();
    }
    expect(find('#login').value).to.equal('anna');
  });
});

describe('auth-widget: what was typed is forgotten with a sign-in', () => {
  it('a phone is forgotten', async () => {
    await mount();
    await typePhone('91612');
    await signIn();
    const signedOut = widget.client.logout();
    await backend.answer('endSession');
    await signedOut;
    widget.client.setMode('phone-login');
    await settled();
    expect(inner(phoneField()).value).to.equal('');
  });

  it('a login is forgotten, when another client is set after the sign-in', async () => {
    await mount('login');
    await fill('anna', 'correct horse');
    await press('Enter');
    await backend.answer('login', session());
    await until(() => widget.state.isAuthenticated);
    const former = widget.client;
    widget.client = new AuthClient({ backend: new HeldBackend(), store: new FakeStore(), mode: 'login' });
    former.dispose();
    await until(() => query('#login'));
    expect(find('#login').value).to.equal('');
  });

  it('a password that was shown is hidden for the next user', async () => {
    await mount('login');
    await click(find('.eye'));
    await settled();
    expect(find('#password').type).to.equal('text');
    // The client signs in, because sending the form would hide the password anyway.
    await signIn();
    await click(button('Sign out'));
    await backend.answer('endSession');
    await until(() => query('#password'));
    await settled();
    expect(find('#password').type).to.equal('password');
  });
});
