// auth-widget with `countries`: the form, what is sent, the code screen and the wait for a blocked number.
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/countries/all.js';
import { AuthClient } from '../../../src/client/auth-client.js';
import { AuthError } from '../../../src/core/auth-error.js';
import {
  answerRequestCode,
  backend,
  codeField,
  focusedAt,
  mount,
  phoneField,
  requestCode,
  settled,
  signIn,
  submitButton,
  textOf,
  typePhone,
  visibleText,
  widget,
} from '../../support/widget.js';
import { click, press, type, until } from '../../support/browser.js';
import { FakeStore, stored } from '../../support/held-backend.js';

afterEach(() => widget.client.dispose());

describe('auth-widget: countries', () => {
  it('the form takes their numbers, the server gets E.164 digits, and the code screen shows the international form', async () => {
    await mount({ countries: 'ru by' });
    expect(phoneField().countries).to.equal('ru by');
    await typePhone('+375291234567');
    await press('Enter');
    await settled();
    expect(backend.last('requestCode')?.[0]).to.equal('375291234567');
    await answerRequestCode();
    expect(codeField().shadowRoot!.querySelector('#about')!.textContent).to.contain('+375 29 123-45-67');
    expect(widget.client.state.phoneForVerification).to.equal('375291234567');
  });

  it('a number of another country is not sent', async () => {
    await mount({ countries: 'by' });
    await typePhone('+79161234567');
    await press('Enter');
    await settled();
    expect(backend.count('requestCode')).to.equal(0);
  });

  /** Chooses a country in the list. */
  function choose(region: string, isByHand: boolean): void {
    const list = phoneField().shadowRoot!.querySelector('select')!;
    if (isByHand) list.focus();
    list.value = region;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }

  it('the country that is chosen by hand is kept on the device, without the number, and a typed one is not', async () => {
    const key = `auth-widget:country:${location.origin}`;
    await mount({ countries: 'ru by' });
    await typePhone('+375291234567');
    expect(localStorage.getItem(key)).to.equal(null);
    await press('Control+a', 'Backspace');
    choose('BY', true);
    expect(localStorage.getItem(key)).to.equal('"BY"');
    await mount({ countries: 'ru by' });
    expect(phoneField().country).to.equal('BY');
    choose('RU', false); // as autofill does
    expect(localStorage.getItem(key)).to.equal('"BY"');
    await mount({ countries: 'ru' });
    expect(phoneField().country).to.equal('RU');
    localStorage.removeItem(key);
  });

  it('the country that is chosen by hand survives a sign-out', async () => {
    await mount({ countries: 'ru by' });
    choose('BY', true);
    await signIn();
    const signedOut = widget.client.logout();
    await backend.answer('endSession');
    await signedOut;
    await mount({ countries: 'ru by' });
    expect(phoneField().country).to.equal('BY');
  });

  it('a number of another country that is blocked counts down', async () => {
    await mount({ countries: 'by' });
    await typePhone('291234567');
    await press('Enter');
    await backend.answer('requestCode', new AuthError('blocked', { retryAfter: 40 }));
    await settled();
    expect(visibleText()).to.match(/(40|39) seconds/);
  });

  it('without countries, the form takes numbers after +7, though others are imported', async () => {
    await mount();
    await requestCode();
    expect(backend.last('requestCode')?.[0]).to.equal('79161234567');
    await widget.client.loginByPhone('+375291234567').then(
      () => expect.fail(),
      (error: unknown) => expect((error as AuthError).code).to.equal('invalid-phone'),
    );
  });

  it('every client that the widget gets has the countries of the widget, and none once the widget has none', async () => {
    await mount({ countries: 'ru kz' });
    const client = new AuthClient({ backend });
    widget.client = client;
    await settled();
    expect(client.countries).to.equal('ru kz');
    widget.countries = undefined;
    await settled();
    expect(client.countries).to.equal(undefined);
    client.dispose();
  });

  it('the countries of a client that the page has set stay, unless the widget has its own', async () => {
    await mount();
    const client = new AuthClient({ backend, countries: 'by' });
    widget.client = client;
    await settled();
    expect(phoneField().countries).to.equal('by');
    widget.countries = 'ru by';
    await settled();
    expect(client.countries).to.equal('ru by');
    expect(phoneField().countries).to.equal('ru by');
    client.dispose();
  });
});

describe('auth-widget: countries, what is said about a number', () => {
  const error = () => phoneField().shadowRoot!.querySelector('#error')!.textContent.trim();

  for (const [countries, typed, message] of [
    ['by ru', '', 'Enter your phone number.'],
    ['by ru', '29123', 'The number is incomplete.'],
    ['by ru', '+48512345678', 'Numbers with this country code can’t be used here. These can: +375, +7.'],
    ['by', '2912345678', 'The number has too many digits.'],
    ['all', '912', 'Begin the number with + and the country code.'],
    [undefined, '+375291234567', 'Only numbers that begin with +7 can be used here.'],
    [undefined, '916', 'The number is incomplete. Enter all ten digits after +7.'],
  ] as const)
    it(`${String(countries)}: ${typed || 'nothing'} is refused by the button with what the field says`, async () => {
      await mount({ countries });
      if (typed) await typePhone(typed);
      await click(submitButton());
      await settled();
      expect([error(), widget.state.error, backend.calls.length]).to.deep.equal([message, message, 0]);
      expect(focusedAt()).to.equal('phone');
    });

  it('a number that the server refuses is not called Russian', async () => {
    await mount({ countries: 'by' });
    await typePhone('291234567');
    await press('Enter');
    await backend.answer('requestCode', new AuthError('invalid-phone', { status: 400 }));
    await settled();
    expect(error()).to.equal('We can’t send a code to this number. Enter another mobile number.');
  });

  it('the message about a session that has expired is not about the empty field, in another language either', async () => {
    const store = new FakeStore();
    store.stored = stored();
    await mount({ store, noAutoLogin: false });
    await until(() => widget.state.isAuthenticated);
    await backend.answer('getSession', new AuthError('session-expired'));
    await until(() => widget.state.error);
    await settled();
    expect(phoneField().text).to.equal('');
    expect(textOf('[role=status]'), 'the sign-out is not announced as well').to.equal('');
    widget.lang = 'ru';
    await settled();
    expect(widget.state.error).to.equal('Сеанс завершён. Войдите ещё раз.');
    expect(visibleText()).to.contain(widget.state.error);
  });

  it('what is said follows the language', async () => {
    await mount({ countries: 'by' });
    await typePhone('29123');
    await press('Enter');
    await settled();
    widget.lang = 'ru';
    await settled();
    expect([error(), widget.state.error]).to.deep.equal(Array(2).fill('Номер введён не полностью.'));
  });
});

describe('auth-widget: countries, after the number', () => {
  it('a reload on the code screen keeps the number and its form, and the code is sent for it', async () => {
    await mount({ countries: 'by' });
    await typePhone('80291234567');
    await press('Enter');
    await answerRequestCode();
    const next = document.createElement('auth-widget');
    Object.assign(next, { backend, store: new FakeStore(), lang: 'en', noAutoLogin: true, countries: 'by' });
    widget.remove();
    const around = await fixture(html`<div>${next}</div>`);
    await settled(next);
    const code = around.querySelector('auth-widget')!.shadowRoot!.querySelector('code-input')!;
    expect(code.shadowRoot!.querySelector('#about')!.textContent).to.contain('+375 29 123-45-67');
    code.focus();
    await type('123456');
    await settled(next);
    expect(backend.last('verifyCode')?.slice(0, 2)).to.deep.equal(['375291234567', '123456']);
    next.client.dispose();
  });

  it('a code that WebOTP reads confirms the number', async () => {
    const answers: ((credential: object) => void)[] = [];
    const original = Object.getOwnPropertyDescriptor(window, 'OTPCredential');
    Object.assign(window, { OTPCredential: Object });
    const get = () => new Promise(resolve => answers.push(resolve));
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
    try {
      await mount({ countries: 'by' });
      await typePhone('+375 29 123 45 67');
      await press('Enter');
      await answerRequestCode();
      answers.at(-1)!({ code: '654321' });
      await until(() => backend.last('verifyCode'));
      expect(backend.last('verifyCode')?.slice(0, 2)).to.deep.equal(['375291234567', '654321']);
    } finally {
      Reflect.deleteProperty(navigator, 'credentials'); // the browser's own is on the prototype
      Reflect.deleteProperty(window, 'OTPCredential');
      if (original) Object.defineProperty(window, 'OTPCredential', original);
    }
  });
});
