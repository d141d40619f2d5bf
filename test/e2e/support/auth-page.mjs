import assert from 'node:assert/strict';
import { formatPhone } from './test-data.mjs';
import { WIDGET_TEXTS } from './widget-texts.mjs';

/**
 * Page object of a page with one `<auth-widget>`. Finds fields and buttons by their accessible names, and reads the SMS that
 * the page shows in a log.
 */
export class AuthPage {
  /**
   * @param {import('playwright-core').Page} page
   * @param {'en' | 'ru'} [lang] language of the widget on the page
   */
  constructor(page, lang = 'en') {
    this.page = page;
    this.texts = WIDGET_TEXTS[lang];
    this.widget = page.locator('auth-widget');
  }

  /** @param {keyof typeof WIDGET_TEXTS.en} name */
  field(name) {
    return this.widget.getByRole('textbox', { name: this.texts[name], exact: true });
  }

  /** @param {keyof typeof WIDGET_TEXTS.en} name */
  button(name) {
    return this.widget.getByRole('button', { name: this.texts[name], exact: true });
  }

  /** Replaces the content of a field, key by key. */
  async type(name, text) {
    await this.field(name).click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /** Types a phone number and asks for a code. */
  async requestCode(phone) {
    await this.type('phone', phone.slice(1));
    await this.button('requestCode').click();
  }

  /**
   * @param {'signIn' | 'signInOnly' | 'createAccount'} [button] `signInOnly` with a server that makes no account for a new login
   */
  async submitLogin(login, password, button = 'signIn') {
    await this.type('login', login);
    await this.type('password', password);
    if (button === 'createAccount') await this.type('repeatPassword', password);
    await this.button(button).click();
  }

  /** Fills in the screen “Your name”, which a new phone number gets after its code. */
  async submitName(name) {
    await this.type('name', name);
    await this.button('saveName').click();
  }

  /** The text messages to a phone number, in order of arrival. */
  smsTo(phone) {
    return this.page
      .getByRole('log')
      .getByRole('article')
      .filter({ has: this.page.getByText(formatPhone(phone)).or(this.page.getByText(`+${phone}`)) });
  }

  /** Waits for the `nth` SMS to a phone number (from 1), and returns its code. */
  async readCode(phone, nth = 1) {
    const sms = this.smsTo(phone).nth(nth - 1);
    await sms.waitFor();
    const code = /(?<!\d)\d{6}(?!\d)/.exec(await sms.getByText(/\d{6}/).first().innerText())?.[0];
    assert.ok(code, 'the SMS has a code of six digits');
    return code;
  }

  /** Types the code. Its last digit submits it. */
  async enterCode(code) {
    await this.field('code').waitFor();
    await this.field('code').focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(code);
  }

  /** Waits for the screen of a signed-in user. An account that this sign-in has made is kept. */
  async untilSignedIn() {
    await this.button('signOut').or(this.button('keepAccount')).waitFor();
    if (await this.button('keepAccount').isVisible()) await this.button('keepAccount').click();
    await this.button('signOut').waitFor();
  }

  async signOut() {
    await this.untilSignedIn();
    await this.button('signOut').click();
    await this.button('signOut').waitFor({ state: 'detached' });
  }

  /** Waits for a text in the widget. */
  async waitForText(text) {
    await this.widget.getByText(text).first().waitFor();
  }

  /** Waits for the screen of a signed-in user, and checks the state. */
  async expectSignedIn(displayName) {
    await this.untilSignedIn();
    await this.waitForText(displayName);
    const { isAuthenticated, displayName: actual, error, isLoading } = await this.state();
    assert.deepEqual(
      { isAuthenticated, displayName: actual, error, isLoading },
      { isAuthenticated: true, displayName, error: null, isLoading: false },
    );
  }

  /**
   * Runs a function in the page.
   * @template Result, Argument
   * @param {(widget: import('../../../src/index.js').AuthWidget, argument: Argument) => Result} run
   * @param {Argument} [argument]
   */
  evaluate(run, argument) {
    return this.widget.evaluate(/** @type {any} */ (run), argument);
  }

  /** The client's state. */
  state() {
    return this.evaluate(({ state }) => ({ ...state }));
  }

  /** The client's token, or null. */
  token() {
    return this.evaluate(({ client }) => client.getToken());
  }

  /** Everything in the origin's `localStorage` as one text. */
  localStorageText() {
    return this.page.evaluate(() => JSON.stringify(localStorage));
  }
}
