// Where a step leads in the widget: the focus, the messages, what was typed, and the language of it all.
import { expect, fixture, html } from '@open-wc/testing';
import { AuthError } from '../../src/core/auth-error.js';
import type { CodeInput } from '../../src/elements/code-input.js';
import type { PhoneInput } from '../../src/elements/phone-input.js';
import { click, inner, press, type, until } from '../support/browser.js';
import { session } from '../support/fake-backend.js';
import {
  backend,
  button,
  fill,
  find,
  focused,
  focusedAt,
  maybe,
  mount,
  settled,
  signIn,
  submitButton,
  toCode,
  widget,
} from '../support/widget.js';

const codeField = () => find<CodeInput>('code-input');
const phoneField = () => find<PhoneInput>('phone-input');
const phoneError = () => phoneField().shadowRoot!.querySelector('#error')!.textContent;
const textOf = (selector: string) => find<HTMLElement>(selector).textContent.trim();

async function typePhone(digits = '9161234567'): Promise<void> {
  phoneField().focus();
  await type(digits);
}

/** A code for the number that is typed is on its way, asked for with Enter. */
async function askForCode(): Promise<void> {
  await typePhone();
  await press('Enter');
  await settled();
}

async function showCode(): Promise<void> {
  await backend.answer('requestCode', {});
  await until(() => maybe('code-input'));
  await settled();
}

afterEach(() => widget.client.dispose());

describe('auth-widget, a step: the focus', () => {
  it('a sign-out that takes its time leads to the form', async () => {
    await mount('login');
    await signIn();
    button('Sign out').focus();
    await press('Enter');
    await settled();
    expect(widget.state.isLoading).to.equal(true);
    await backend.answer('endSession');
    await until(() => !widget.state.isLoading);
    await settled();
    expect(focusedAt()).to.equal('login');
  });

  it('a name that the server does not take, right after the code, leads to the name', async () => {
    await mount('phone-register');
    const asked = widget.client.registerByPhone('9161234567', 'Anna');
    await backend.answer('requestCode', {});
    await asked;
    await settled();
    codeField().focus();
    await type('123456');
    await backend.answer('verifyCode', session({ displayName: null }));
    await settled();
    expect(widget.state.isLoading).to.equal(true);
    await backend.answer('setDisplayName', new AuthError('network'));
    await until(() => widget.state.error);
    await settled();
    expect(focusedAt()).to.equal('displayName');
  });

  it('a sign-in leads to the widget, where the page shows something of its own in it', async () => {
    await mount();
    widget.innerHTML = '<div slot="signed-in"><h2>Hi</h2></div>';
    (await toCode()).focus();
    await type('123456');
    await backend.answer('verifyCode', session());
    await until(() => widget.state.isAuthenticated);
    await settled();
    expect(focused()?.getAttribute('part')).to.equal('card');
  });

  describe('with the focus on what is around the widget, where Safari puts it with a click on a button', () => {
    async function mountIn(mode: 'phone-login' | 'login'): Promise<void> {
      const main = await mount(mode, inside => html`<main tabindex="-1"><div>${inside}</div></main>`);
      main.addEventListener('mousedown', event => {
        if (!(event.composedPath()[0] as Element).closest('button')) return;
        event.preventDefault();
        main.focus();
      });
    }

    it('it follows a step', async () => {
      await mountIn('phone-login');
      await typePhone();
      await click(submitButton());
      await settled();
      expect(focusedAt()).to.equal(undefined);
      await showCode();
      expect(focusedAt()).to.equal('code');
    });

    it('it goes to what was wrong', async () => {
      await mountIn('login');
      await fill('anna', 'battery staple');
      await click(submitButton());
      await settled();
      await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
      await settled();
      expect(focusedAt()).to.equal('password');
    });
  });

  it('follows in another document', async () => {
    await mount('login');
    const frame = await fixture<HTMLIFrameElement>(html`<iframe title="another" width="600" height="600"></iframe>`);
    frame.contentDocument!.body.append(widget);
    await settled();
    await fill('anna', 'correct horse');
    await press('Enter');
    await backend.answer('login', session());
    await until(() => widget.state.isAuthenticated);
    await settled();
    expect(focusedAt()).to.equal('h2');
  });

  it('stays with a link of the page in the widget, where the person has gone in the meantime', async () => {
    await mount();
    widget.innerHTML = '<a slot="footer" href="#terms">Terms</a>';
    const link = widget.querySelector('a')!;
    await askForCode();
    link.focus();
    await showCode();
    expect(document.activeElement === link).to.equal(true);
  });

  it('stays with a field beside the widget, in the same shadow root', async () => {
    await mount();
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const field = document.createElement('input');
    host.attachShadow({ mode: 'open' }).append(field, widget);
    await settled();
    await askForCode();
    field.focus();
    await showCode();
    expect(host.shadowRoot!.activeElement === field).to.equal(true);
  });
});

describe('auth-widget, a step: what is wrong', () => {
  it('without a number, or with half of one, the number comes before the name', async () => {
    await mount('phone-register');
    await click(submitButton());
    await settled();
    expect(focusedAt()).to.equal('phone');
    expect(phoneError()).to.equal('Enter a Russian number: +7 and ten digits.');
    expect(textOf('#displayName-error')).to.equal('');
    await type('9161234567');
    await press('Enter');
    await settled();
    expect(focusedAt()).to.equal('displayName');
    expect(textOf('#displayName-error')).to.equal('Fill in this field.');
  });

  it('every empty field says so, and the first of them gets the focus', async () => {
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

  it('a password may be made of spaces', async () => {
    await mount('register');
    await fill('anna', ' '.repeat(8), ' '.repeat(8));
    await press('Enter');
    await settled();
    expect(backend.calls.map(({ method, args }) => [method, args[1]])).to.deep.equal([['login', ' '.repeat(8)]]);
  });

  const EMPTY = 'Fill in this field.';

  it('a name that is missing is not missing in the form that comes after it', async () => {
    await mount('phone-register');
    const asked = widget.client.sendRegistrationSms('9161234567');
    await backend.answer('requestCode', {});
    await asked;
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

  it('a form that was sent empty says nothing of it after a sign-in by other means', async () => {
    await mount('login');
    await click(submitButton());
    await settled();
    expect(textOf('#login-error')).to.equal(EMPTY);
    await signIn();
    const left = widget.client.logout();
    await backend.answer('endSession');
    await left;
    await settled();
    expect(textOf('#login-error')).to.equal('');
  });

  it('nor in another mode that the page has set', async () => {
    await mount('login');
    await click(submitButton());
    await settled();
    widget.mode = 'register';
    await settled();
    expect(textOf('#login-error')).to.equal('');
  });
});

describe('auth-widget, a step: what was typed', () => {
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

  it('a number that was typed is not there for whoever comes after a sign-in', async () => {
    await mount();
    await typePhone('91612');
    await signIn();
    const left = widget.client.logout();
    await backend.answer('endSession');
    await left;
    widget.client.setMode('phone-login');
    await settled();
    expect(inner(phoneField()).value).to.equal('');
  });

  it('nothing corrects a login or a password that is shown', async () => {
    await mount('login');
    for (const name of ['login', 'password']) expect(find(`#${name}`).getAttribute('autocorrect')).to.equal('off');
  });
});

describe('auth-widget: the language', () => {
  const words = () => [textOf('h2'), phoneField().shadowRoot!.querySelector('label')!.textContent];
  const EN = ['Sign in', 'Phone number'];
  const RU = ['Вход', 'Номер телефона'];

  it('is the one around it, changes with it, and with its place', async () => {
    const outside = await mount('phone-login', inside => html`<div lang="ru"><p>${inside}</p></div>`);
    widget.removeAttribute('lang');
    await settled();
    expect(words()).to.deep.equal(RU);
    outside.lang = 'en';
    await settled();
    expect(words()).to.deep.equal(EN);
    outside.lang = 'ru';
    await settled();
    expect(words()).to.deep.equal(RU);
    document.body.append(widget);
    await settled();
    expect(words()).to.deep.equal(EN);
    outside.lang = 'en';
    outside.append(widget);
    document.documentElement.lang = 'de';
    await settled();
    expect(words()).to.deep.equal(EN);
  });

  it('is followed through shadow roots, errors too', async () => {
    await mount('login');
    widget.removeAttribute('lang');
    const host = await fixture<HTMLElement>(html`<div lang="en"></div>`);
    host.attachShadow({ mode: 'open' }).append(widget);
    const failed = widget.client.login('anna', 'battery staple').catch(() => {});
    await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
    await failed;
    host.lang = 'ru';
    await settled();
    expect(widget.state.error).to.equal('Логин и пароль не подходят.');
    expect(textOf('#password-error')).to.equal('Логин и пароль не подходят.');
  });

  it('is said of its words on a page in a third one', async () => {
    await mount('phone-login', inside => html`<div lang="de">${inside}</div>`);
    widget.removeAttribute('lang');
    await settled();
    expect(find<HTMLElement>('h2').closest<HTMLElement>('[lang]')!.lang).to.equal('en');
  });
});

it('auth-widget: what is going on is heard, though the form is busy', async () => {
  await mount();
  await askForCode();
  expect(find('form').getAttribute('aria-busy')).to.equal('true');
  expect(find('[role=status]').getAttribute('aria-busy')).to.equal('false');
  expect(textOf('[role=status]')).to.equal('One moment…');
});
