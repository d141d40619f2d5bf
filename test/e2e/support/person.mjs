import assert from 'node:assert/strict';
import { WORDS } from './words.mjs';

/** The display form of a number in wire form, as the requirements have it. */
export const displayForm = wire =>
  wire.replace(/^7(\d{3})(\d{3})(\d{2})(\d{2})$/, (_, a, b, c, d) => `+7 (${a}) ${b}-${c}-${d}`);

/**
 * A person at the demo page: finds things by what they are called, types, reads the SMS off the drawn phone.
 */
export class Person {
  /** @param {import('playwright-core').Page} page */
  constructor(page, lang = 'en') {
    this.page = page;
    this.words = WORDS[lang];
    this.widget = page.locator('auth-widget');
  }

  field(name) {
    return this.widget.getByRole('textbox', { name: this.words[name], exact: true });
  }

  button(name) {
    return this.widget.getByRole('button', { name: this.words[name], exact: true });
  }

  /** Types into a field as on a keyboard, in place of what it holds. */
  async type(name, text) {
    await this.field(name).click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  async askForCode(phone) {
    await this.type('phone', phone.slice(1));
    await this.button('getCode').click();
  }

  async submitLogin(login, password, button = 'signIn') {
    await this.type('login', login);
    await this.type('password', password);
    if (button === 'create') await this.type('repeat', password);
    await this.button(button).click();
  }

  /** The SMS to a number, in the order in which they arrived. */
  messages(phone) {
    return this.page
      .getByRole('log')
      .getByRole('article')
      .filter({ hasText: displayForm(phone) });
  }

  /** Reads the code of the `nth` SMS to a number off the drawn phone, once it is there. */
  async readCode(phone, nth = 1) {
    const message = this.messages(phone).nth(nth - 1);
    await message.waitFor();
    const code = /(?<!\d)\d{6}(?!\d)/.exec(await message.getByText(/\d{6}/).first().innerText())?.[0];
    assert.ok(code, 'the SMS has a code of six digits');
    return code;
  }

  /** Types the code; the last digit submits it. */
  async enterCode(code) {
    await this.field('code').waitFor();
    await this.field('code').focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(code);
  }

  async seesSignedIn(name) {
    await this.button('signOut').waitFor();
    await this.sees(name);
    const { isAuthenticated, displayName, error, isLoading } = await this.state();
    assert.deepEqual(
      { isAuthenticated, displayName, error, isLoading },
      {
        isAuthenticated: true,
        displayName: name,
        error: null,
        isLoading: false,
      },
    );
  }

  /** Waits for a text in the widget. */
  async sees(text) {
    await this.widget.getByText(text).first().waitFor();
  }

  async signOut() {
    await this.button('signOut').click();
    await this.button('signOut').waitFor({ state: 'detached' });
  }

  /** The seven fields. */
  state() {
    return this.widget.evaluate(({ state }) => ({ ...state }));
  }

  /** What the origin keeps in `localStorage`, as one text. */
  stored() {
    return this.page.evaluate(() => JSON.stringify({ ...localStorage }));
  }
}

/** A code that is wrong, as near to the right one as can be. */
export const wrongCode = code => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

let last = 0;
/** A number that no other test of this file uses, in wire form. */
export const newPhone = () => `7916555${String(++last).padStart(4, '0')}`;
/** A login that no other test of this file uses. */
export const newLogin = () => `person_${++last}`;
