// auth-widget: texts of the page, which replace ours: docs/languages.md.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../../src/client/auth-client.js';
import { AuthError } from '../../../src/core/auth-error.js';
import type { Texts } from '../../../src/locales/text-keys.js';
import { until } from '../../support/browser.js';
import { HeldBackend, FakeStore } from '../../support/held-backend.js';
import { FILES, forgetLanguages, loadLanguage, pseudo } from '../../support/languages.js';
import { screens } from '../../support/screens.js';
import {
  backend,
  button,
  codeField,
  find,
  mount,
  phoneField,
  settled,
  signIn,
  textOf,
  toCode,
  toRejectedCode,
  visibleText,
  widget,
} from '../../support/widget.js';
import { registerLanguage } from '../../../src/locales/language-registry.js';

afterEach(() => {
  widget.client.dispose();
  forgetLanguages();
});

async function setTexts(texts: Texts | undefined): Promise<void> {
  widget.texts = texts;
  await settled();
}

describe('auth-widget: texts', () => {
  it('one text is replaced, and comes back', async () => {
    await mount();
    await setTexts({ signInTitle: 'Welcome' });
    expect(textOf('h2')).to.equal('Welcome');
    expect(textOf('[type=submit]')).to.equal('Get a code');
    await setTexts({ requestCode: 'Send it' });
    expect([textOf('h2'), textOf('[type=submit]')]).to.deep.equal(['Sign in', 'Send it']);
    await setTexts(undefined);
    expect(textOf('[type=submit]')).to.equal('Get a code');
  });

  it('the texts of the inputs are replaced too, and the label of the number', async () => {
    await mount();
    await setTexts({ phone: 'Mobile', phoneMissing: 'No number.', codeSentTo: 'It went to', back: 'Return' });
    expect(phoneField().label).to.equal('Mobile');
    phoneField().required = true;
    expect(phoneField().validationMessage).to.equal('No number.');
    await toCode();
    expect(codeField().shadowRoot!.textContent).to.include('It went to');
    expect(button('Return').checkVisibility()).to.equal(true);
  });

  it('a text can be a function of its values: an error, in the state and the event too', async () => {
    await mount();
    await setTexts({ 'wrong-code': ({ n }) => (n === 1 ? 'One try is left.' : `${n} tries are left.`) });
    const messages: string[] = [];
    widget.addEventListener('auth-error', ({ message }) => messages.push(message));
    await toRejectedCode(new AuthError('wrong-code', { attemptsLeft: 2 }));
    expect(codeField().error).to.equal('2 tries are left.');
    expect(widget.state.error).to.equal('2 tries are left.');
    expect(messages).to.deep.equal(['2 tries are left.']);
    await setTexts({ 'wrong-code': 'No.' });
    expect([codeField().error, widget.state.error]).to.deep.equal(['No.', 'No.']);
  });

  for (const lang of ['ru_RU', 'en_US', 'e', '!!'])
    it(`texts and an attribute with the language «${lang}»: a wrong code and a wait are shown, nothing is loading`, async () => {
      await mount({ lang });
      await setTexts({ lang });
      await toRejectedCode(new AuthError('wrong-code', { attemptsLeft: 2 }));
      expect(codeField().error).to.match(/(2\stries left|Осталось\s2\sпопытки)\.$/);
      expect([codeField().isLoading, widget.state.isLoading]).to.deep.equal([false, false]);
      widget.client.back();
      const requested = widget.client.loginByPhone('9161234567').catch(() => undefined);
      await backend.answer('requestCode', new AuthError('blocked', { retryAfter: 7200 }));
      await requested;
      await settled();
      expect(visibleText()).to.match(/2 (hours|часа)/);
    });

  it('a function gets a time as text and in seconds', async () => {
    await mount();
    const seen: unknown[] = [];
    await setTexts({
      resendIn: ({ time, seconds }) => {
        seen.push(typeof time, typeof seconds);
        return `wait ${Math.ceil(seconds / 60)} min`;
      },
    });
    await toCode({ resendIn: 60 });
    expect(visibleText()).to.include('wait 1 min');
    expect([...new Set(seen)]).to.deep.equal(['string', 'number']);
  });

  it('our text replaces a function that throws or returns no string', async () => {
    const errors: string[] = [];
    const { onerror } = window;
    window.onerror = message => {
      errors.push(typeof message === 'string' ? message : message.type);
      return true;
    };
    try {
      await mount();
      const fail = (): string => {
        throw new Error('a mistake of the page');
      };
      await setTexts({ 'wrong-code': fail, signedInAs: () => undefined as never });
      await toRejectedCode(new AuthError('wrong-code', { attemptsLeft: 2 }));
      expect(codeField().error).to.equal('That code isn’t right. Check the text message. 2\u00A0tries left.');
      await until(() => errors.length > 0);
      expect(errors[0]).to.include('a mistake of the page');
    } finally {
      window.onerror = onerror;
    }
  });

  it('no text is parsed as markup', async () => {
    const markup = '<img src=x onerror="window.parsed = true"><b>bold</b>';
    await mount();
    const keys = Object.keys(pseudo('en')).filter(key => key !== 'lang');
    widget.texts = Object.fromEntries(keys.map(key => [key, markup]));
    for (const go of [() => settled(), () => toCode()]) {
      await go();
      await settled();
      const roots = [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')];
      for (const { shadowRoot } of roots) expect(shadowRoot!.querySelector('img, b')).to.equal(null);
      expect(visibleText()).to.include(markup);
    }
    expect(Reflect.get(window, 'parsed')).to.equal(undefined);
  });

  for (const [screen, go] of Object.entries(screens())) {
    it(`${screen}: a pseudo-locale changes every word`, async () => {
      registerLanguage(pseudo('qps'));
      await mount();
      await go();
      widget.lang = 'qps';
      await settled();
      // The name of the person, their number, and the characters of a code are data.
      const words = visibleText().replace(/Anna|\bA\b|[+\d() –:-]/g, '');
      expect(words.match(/[a-z](?!\u0302)[a-z]?/gi), words).to.equal(null);
      for (const element of widget.shadowRoot!.querySelectorAll('[aria-label]'))
        expect(element.getAttribute('aria-label')).to.match(/\u0302/);
    });
  }
});

describe('auth-widget: texts of its client', () => {
  const makeClient = (texts: Texts) => new AuthClient({ backend: new HeldBackend(), store: new FakeStore(), texts });

  it('a widget with a client of the page uses the texts of the client; its own take precedence', async () => {
    const client = makeClient({ signInTitle: 'Welcome', requestCode: 'Send it' });
    await mount({ client, backend: undefined, store: undefined });
    expect([textOf('h2'), textOf('[type=submit]')]).to.deep.equal(['Welcome', 'Send it']);
    await setTexts({ requestCode: 'Go' });
    expect([textOf('h2'), textOf('[type=submit]')]).to.deep.equal(['Welcome', 'Go']);
  });

  it('new texts of the client are shown at once', async () => {
    const client = makeClient({ signInTitle: 'Welcome' });
    await mount({ client, backend: undefined, store: undefined });
    client.texts = { signInTitle: 'Hello' };
    await settled();
    expect(textOf('h2')).to.equal('Hello');
  });

  it('texts that name another language than the widget has do not apply', async () => {
    const client = makeClient({ lang: 'ru', signInTitle: 'Здравствуйте' });
    await mount({ client, backend: undefined, store: undefined });
    expect(textOf('h2')).to.equal('Sign in');
    widget.lang = 'ru';
    await settled();
    expect(textOf('h2')).to.equal('Здравствуйте');
  });
});

describe('auth-widget: a language that the page adds', () => {
  it('applies at once, to the widget and its inputs, and the error that is shown is translated', async () => {
    await mount();
    widget.lang = 'kk';
    await toRejectedCode(new AuthError('blocked', { retryAfter: 86_400 }));
    expect(textOf('h2')).to.equal('Sign in');
    await loadLanguage('kk');
    await settled();
    expect(textOf('h2')).to.equal('Кіру');
    expect(widget.state.error).to.equal('Қате код тым көп енгізілді. Қайталап көруге\u00A024\u00A0сағат қалды.');
    expect(phoneField().validationMessage).to.equal('');
    phoneField().value = '';
    expect(phoneField().validationMessage).to.equal('Телефон нөмірін енгізіңіз.');
  });

  it('the direction is set on the texts of the widget, and not on what the page slots in', async () => {
    await loadLanguage('ar');
    await mount();
    const footer = document.createElement('p');
    footer.slot = 'footer';
    const welcome = document.createElement('p');
    welcome.slot = 'signed-in';
    widget.append(footer, welcome);
    widget.lang = 'ar';
    await settled();
    const directionOf = (element: Element) => getComputedStyle(element).direction;
    expect(directionOf(find('h2'))).to.equal('rtl');
    expect(find('h2').closest<HTMLElement>('[lang]')!.lang).to.equal('ar');
    expect(directionOf(phoneField().shadowRoot!.querySelector('input')!)).to.equal('ltr');
    expect(directionOf(footer)).to.equal('ltr');
    await signIn();
    expect(directionOf(welcome)).to.equal('ltr');
    welcome.remove();
    await settled();
    expect(directionOf(find('h2'))).to.equal('rtl');
    expect(directionOf(footer)).to.equal('ltr');
  });

  it('all texts of the widget have the direction: those below the form, and a message to a signed-in person', async () => {
    await loadLanguage('ar');
    await mount({ lang: 'ar', termsHref: '/terms' });
    const directionOf = (selector: string) => getComputedStyle(find(selector)).direction;
    expect(directionOf('[part=legal]')).to.equal('rtl');
    await signIn();
    expect([directionOf('[role=status]'), directionOf('[part=error]')]).to.deep.equal(['rtl', 'rtl']);
  });

  it('a login and a password are written from left to right, and a name in the direction of its letters', async () => {
    await loadLanguage('ar');
    await mount({ lang: 'ar', mode: 'register' });
    const directionOf = (selector: string) => getComputedStyle(find(selector)).direction;
    expect(['#login', '#password', '#repeat'].map(directionOf)).to.deep.equal(['ltr', 'ltr', 'ltr']);
    widget.client.setMode('phone-register');
    await settled();
    const directions = ['Anna', 'آنا'].map(name => {
      find('#displayName').value = name;
      return directionOf('#displayName');
    });
    expect(directions).to.deep.equal(['ltr', 'rtl']);
  });

  it('`texts` is a property alone: an attribute of that name has no effect', async () => {
    await mount();
    widget.setAttribute('texts', 'Bonjour');
    await settled();
    expect(widget.texts).to.equal(undefined);
  });

  it('there is no `dir` if the page is in that language', async () => {
    document.documentElement.lang = 'en';
    try {
      await mount({ lang: '' });
      widget.removeAttribute('lang');
      await settled();
      expect(find('form').hasAttribute('dir')).to.equal(false);
      expect(find('form').hasAttribute('lang')).to.equal(false);
    } finally {
      document.documentElement.removeAttribute('lang');
    }
  });

  for (const lang of FILES) {
    it(`${lang}: the whole form is in that language`, async () => {
      await loadLanguage(lang);
      await mount('register');
      const english = visibleText();
      widget.lang = lang;
      await settled();
      const words = (text: string) => new Set(text.match(/\p{L}{3,}/gu));
      const shared = [...words(english)].filter(word => words(visibleText()).has(word));
      expect(shared).to.deep.equal([]);
    });
  }
});
