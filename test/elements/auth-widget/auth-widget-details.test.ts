// Details of the widget that belong to one attribute, one mode or one moment.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { press, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';
import {
  answerRequestCode,
  backend,
  button,
  createClient,
  find,
  mount,
  phoneField,
  query,
  requestCode,
  settled,
  signIn,
  submitButton,
  textOf,
  toCode,
  typePhone,
  widget,
} from '../../support/widget.js';

describe('auth-widget: details', () => {
  it('a main button has no class', async () => {
    await mount('login');
    expect(submitButton().className).to.equal('');
    await signIn({ created: true });
    expect(button('Keep the new account').className).to.equal('');
    await mount();
    await toCode({ resendIn: 0 });
    const submitted = widget.client.loginWithSmsCode('111111').catch(() => {});
    await backend.answer('verifyCode', new AuthError('code-expired', {}));
    await submitted;
    await settled();
    expect(button('Get a new code').className).to.equal('');
  });

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

  it('while a time to wait is counted down beside it, the message itself has no time', async () => {
    await mount();
    await requestCode();
    await backend.answer('requestCode', new AuthError('too-many-requests', { status: 429, retryAfter: 42 }));
    await settled();
    expect(textOf('[part=error]')).to.match(/42\sseconds/);
    expect(textOf('[role=alert]')).to.not.match(/\d/);
    await mount();
    await requestCode();
    await backend.answer('requestCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
    await settled();
    expect(textOf('[part=error]')).to.match(/15\sminutes/);
    expect(textOf('[role=alert]')).to.not.match(/\d/);
  });

  it('the button of the method that is shown does nothing', async () => {
    await mount();
    await requestCode();
    await backend.answer('requestCode', new AuthError('server', { status: 500 }));
    await settled();
    find<HTMLElement>('[part=methods] [aria-pressed=true]').click();
    await settled();
    expect(widget.client.flow.failure?.code).to.equal('server');
  });

  it("the mode that a person chose in the page's client stays when the widget is moved", async () => {
    const { client } = createClient();
    await mount({ client, mode: 'login' });
    client.setMode('register');
    await settled();
    document.body.append(widget);
    await settled();
    expect(client.flow.mode).to.equal('register');
    widget.remove();
  });

  it('a submission says that the client has been disposed of', async () => {
    await mount();
    expect(textOf('[role=alert]')).to.equal('');
    widget.client.dispose();
    await typePhone();
    await settled();
    submitButton().click();
    await until(() => textOf('[role=alert]') !== '');
    expect(backend.calls).to.deep.equal([]);
  });

  it('the message of the phone field is in the new language after a change, also in the state', async () => {
    await mount();
    await typePhone('916');
    await press('Enter');
    await settled();
    const before = widget.state.error;
    expect(before).to.equal(textOf('phone-input').trim() || phoneField().currentValidity.message);
    widget.lang = 'ru';
    await settled();
    await settled();
    expect(widget.state.error).to.match(/[а-я]/);
    expect(widget.state.error).to.equal(phoneField().currentValidity.message);
  });

  it('of the two buttons of an account that may be a mistake, the one that removes it is quiet', async () => {
    await mount('login');
    const signIn = widget.client.login('annna', 'a long password');
    await backend.answer('login', session({ created: true }));
    await signIn;
    await settled();
    const colours = [...widget.shadowRoot!.querySelectorAll('.person [part=button]')].map(
      each => getComputedStyle(each).backgroundColor,
    );
    expect(new Set(colours).size, String(colours)).to.equal(2);
  });

  it('what only a program can set has no attribute', async () => {
    await mount();
    for (const name of ['texts', 'backend', 'store', 'challenge', 'client']) {
      const before: unknown = Reflect.get(widget, name);
      widget.setAttribute(name, 'text');
      expect(Reflect.get(widget, name) === before, name).to.equal(true);
    }
  });

  it('after the first rendering, an update takes no task of its own', async () => {
    await mount();
    widget.theme = 'dark';
    for (let microtask = 0; microtask < 10; microtask++) await Promise.resolve();
    expect(widget.getAttribute('theme')).to.equal('dark');
  });

  it('the message that told to wait goes when the wait is over', async () => {
    await mount();
    await requestCode();
    await backend.answer('requestCode', new AuthError('too-many-requests', { status: 429, retryAfter: 1 }));
    await settled();
    expect(textOf('[role=alert]')).to.not.equal('');
    await until(() => textOf('[role=alert]') === '');
    expect(widget.client.flow.failure).to.equal(null);
  });

  it('the code screen says where the code was sent, and that of an earlier code says so', async () => {
    await mount();
    const codeInput = await toCode();
    expect(codeInput.shadowRoot!.querySelector('#about')!.textContent).to.match(/^We sent a code to\s/);
    await mount();
    await requestCode();
    await backend.answer('requestCode', new AuthError('too-soon', { status: 429, retryAfter: 30 }));
    await until(() => query('code-input'));
    await settled();
    const about = find('code-input').shadowRoot!.querySelector('#about')!.textContent;
    expect(about).to.match(/^A code was sent a moment ago to\s/);
  });
});
