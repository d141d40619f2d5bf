// auth-widget with `countries`: the form, what is sent, the code screen and the wait for a blocked number.
import { expect } from '@open-wc/testing';
import '../../../src/countries/by.js';
import '../../../src/countries/ru.js';
import { AuthClient } from '../../../src/client/auth-client.js';
import { AuthError } from '../../../src/core/auth-error.js';
import {
  answerRequestCode,
  backend,
  codeField,
  mount,
  phoneField,
  requestCode,
  settled,
  typePhone,
  visibleText,
  widget,
} from '../../support/widget.js';
import { press } from '../../support/browser.js';

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

  it('the country that is chosen by hand is kept on the device, without the number, and a typed one is not', async () => {
    const key = `auth-widget:country:${location.origin}`;
    const choose = (region: string, isByHand: boolean) => {
      const list = phoneField().shadowRoot!.querySelector('select')!;
      if (isByHand) list.focus();
      list.value = region;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    };
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

  it('a blocked number of theirs counts down', async () => {
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
