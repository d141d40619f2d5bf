// Details of the widget that belong to one attribute, one mode or one moment.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import {
  answerRequestCode,
  backend,
  button,
  find,
  mount,
  query,
  requestCode,
  settled,
  toCode,
  widget,
} from '../../support/widget.js';

describe('auth-widget: details', () => {
  it('each attribute of a link sets its property', async () => {
    await mount();
    for (const name of ['terms', 'privacy', 'recover', 'help']) {
      widget.setAttribute(`${name}-href`, `/${name}`);
      expect(Reflect.get(widget, `${name}Href`), name).to.equal(`/${name}`);
    }
  });

  it('the link for a forgotten password is in the field of the password of the form to sign in, once', async () => {
    await mount({ mode: 'login', recoverHref: '/forgotten' });
    const links = () => [...widget.shadowRoot!.querySelectorAll('a[href$="/forgotten"]')];
    expect(links().map(link => link.closest('div')!.querySelector('input')!.id)).to.deep.equal(['password']);
    widget.mode = 'register';
    await settled();
    expect(links()).to.deep.equal([]);
  });

  it('the terms are named in the form, and not on the screens after it', async () => {
    await mount({ termsHref: '/terms' });
    expect(query('[part=legal]')).to.not.equal(null);
    await toCode();
    expect(query('[part=legal]')).to.equal(null);
  });

  it('while a number is blocked, the link to the password is the one of the intent', async () => {
    for (const [mode, label] of [
      ['phone-login', 'Sign in with a password'],
      ['phone-register', 'Create account with password'],
    ] as const) {
      await mount({ mode });
      const requested =
        mode === 'phone-login'
          ? widget.client.loginByPhone('9161234567')
          : widget.client.registerByPhone('9161234567', 'Anna');
      await backend.answer('requestCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
      await requested.catch(() => {});
      await settled();
      expect(button(label).isConnected, mode).to.equal(true);
    }
  });

  it('another code for a registration is one for a registration', async () => {
    await mount('phone-register');
    const requested = widget.client.sendRegistrationSms('9161234567');
    await backend.answer('requestCode', { resendIn: 0 });
    await requested;
    await settled();
    button('Get a new code').click();
    await settled();
    expect(backend.calls.at(-1)?.options).to.include({ register: true });
    await answerRequestCode();
  });

  it('a widget that was removed no longer clears the error of a missing network', async () => {
    await mount();
    await requestCode();
    await backend.answer('requestCode', new AuthError('offline'));
    await settled();
    const { client } = widget;
    widget.remove();
    window.dispatchEvent(new Event('online'));
    expect(client.flow.failure?.code).to.equal('offline');
    expect(find('form').isConnected).to.equal(false);
  });
});
