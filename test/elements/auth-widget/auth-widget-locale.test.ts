// auth-widget: the language of its texts, and pages that a browser translates.
import { expect, fixture, html } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { AUTH_MODES } from '../../../src/core/modes.js';
import { press, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';
import {
  backend,
  fill,
  find,
  mount,
  phoneField,
  settled,
  signIn,
  textOf,
  toCode,
  visibleText,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

describe('auth-widget: the language', () => {
  const words = () => [textOf('h2'), phoneField().shadowRoot!.querySelector('label')!.textContent];
  const EN = ['Sign in', 'Phone number'];
  const RU = ['Вход', 'Номер телефона'];

  it('is that of the nearest `lang`, and follows its changes and moves of the widget', async () => {
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
    outside.append(widget);
    await settled();
    expect(words()).to.deep.equal(RU);
    const { lang } = document.documentElement;
    document.documentElement.lang = 'qaa';
    await settled();
    document.documentElement.lang = lang;
    expect(words(), 'a farther `lang` does not count').to.deep.equal(RU);
  });

  it('is also the one in which a code is requested', async () => {
    await mount();
    const languages = () => backend.calls.map(({ options }) => (options as { lang?: string }).lang);
    for (const lang of ['en', 'ru', 'qaa']) {
      widget.lang = lang;
      await settled();
      const done = widget.client.loginByPhone('79161234567');
      await backend.answer('requestCode');
      await done;
      widget.client.back();
    }
    expect(languages()).to.deep.equal(['en', 'ru', 'en']);
  });

  it('is that of a `lang` outside a shadow root, for error messages too', async () => {
    await mount('login');
    widget.removeAttribute('lang');
    const host = await fixture<HTMLElement>(html`<div lang="en"></div>`);
    host.attachShadow({ mode: 'open' }).append(widget);
    const failed = widget.client.login('anna', 'battery staple').catch(() => {});
    await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
    await failed;
    host.lang = 'ru';
    await settled();
    expect(widget.state.error).to.equal('Неверный логин или пароль. Попробуйте ещё раз.');
    expect(textOf('#password-error')).to.equal('Неверный логин или пароль. Попробуйте ещё раз.');
  });

  it('English on a page in another language: the card has `lang=en`', async () => {
    await mount('phone-login', inside => html`<div lang="qaa">${inside}</div>`);
    widget.removeAttribute('lang');
    await settled();
    expect(find<HTMLElement>('h2').closest<HTMLElement>('[lang]')!.lang).to.equal('en');
  });
});

describe('auth-widget: messages in both languages', () => {
  for (const [mode, messages] of [
    [
      'register',
      {
        en: 'This username is already taken. If it’s yours, enter its password.',
        ru: 'Этот логин уже занят. Если он ваш, введите пароль от него.',
      },
    ],
    ['login', { en: 'Wrong username or password. Try again.', ru: 'Неверный логин или пароль. Попробуйте ещё раз.' }],
  ] as const) {
    it(`wrong-credentials in ${mode}: the error message in both languages`, async () => {
      await mount(mode);
      const reported: string[] = [];
      widget.addEventListener('auth-error', ({ message }) => reported.push(message));
      await fill('anna', 'wrong horse', mode === 'register' ? 'wrong horse' : undefined);
      await press('Enter');
      await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
      await until(() => widget.state.error);
      for (const lang of ['en', 'ru'] as const) {
        widget.lang = lang;
        await settled();
        expect(find('#password-error').textContent).to.equal(messages[lang]);
        expect(widget.state.error).to.equal(messages[lang]);
      }
      expect(reported).to.deep.equal([messages.en]);
    });
  }
});

describe('auth-widget: the texts of each method, in both languages', () => {
  it('the name of the switch between methods says what the form is for', async () => {
    await mount();
    const names: Record<string, (string | null)[]> = {};
    for (const mode of AUTH_MODES) {
      widget.client.setMode(mode);
      names[mode] = [];
      for (const lang of ['en', 'ru']) {
        widget.lang = lang;
        await settled();
        names[mode].push(find('[part=methods]').getAttribute('aria-label'));
      }
    }
    const [signIn, register] = [
      ['How to sign in', 'Способ входа'],
      ['How to create an account', 'Способ регистрации'],
    ];
    expect(names).to.deep.equal({ 'phone-login': signIn, 'phone-register': register, login: signIn, register });
  });

  const signInByCode = async () => {
    await toCode();
    const tried = widget.client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', session({ displayName: null }));
    await tried;
  };

  for (const [way, run, words] of [
    [
      'a code',
      signInByCode,
      ['Number confirmed. Others will see this name.', 'Номер подтверждён. Это имя увидят другие.'],
    ],
    ['a password', () => signIn({ displayName: null }), ['Others will see this name.', 'Это имя увидят другие.']],
  ] as const) {
    it(`an account without a name, after ${way}: what the screen of the name says`, async () => {
      await mount();
      await run();
      for (const [index, lang] of ['en', 'ru'].entries()) {
        widget.lang = lang;
        await settled();
        expect(textOf('#displayName-hint')).to.equal(words[index]);
        expect(/confirmed|подтвержд/i.test(visibleText())).to.equal(way === 'a code');
      }
    });
  }
});
