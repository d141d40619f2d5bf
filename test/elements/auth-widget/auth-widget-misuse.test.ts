// auth-widget: mistakes of the page in its settings. The page is told, and the person sees something that makes sense.
import { aTimeout, expect } from '@open-wc/testing';
import { AuthClient } from '../../../src/client/auth-client.js';
import '../../../src/development/check.js';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { press, until } from '../../support/browser.js';
import { HeldBackend, FakeStore } from '../../support/held-backend.js';
import {
  button,
  mount,
  phoneField,
  query,
  settled,
  submitButton,
  textOf,
  typePhone,
  widget,
} from '../../support/widget.js';

describe('auth-widget: wrong settings', () => {
  const { error, warn } = console;
  let told: string[];

  beforeEach(() => {
    told = [];
    console.error = console.warn = (...things: unknown[]) => told.push(things.map(String).join(' '));
  });

  afterEach(() => {
    Object.assign(console, { error, warn });
    widget.client.dispose();
  });

  for (const baseUrl of ['https://', 'http://[', 'http://a:b'])
    it(`base-url="${baseUrl}": the form is there, a step says that the server can not be reached, and the page is told once`, async () => {
      await mount({ backend: undefined, store: undefined, noAutoLogin: false });
      widget.setAttribute('base-url', baseUrl);
      await settled();
      await until(() => query('phone-input'));
      expect(told.length).to.equal(1);
      expect(told[0]).to.match(/^auth-widget: .*base-url.*TypeError/);
      await typePhone();
      await press('Enter');
      await until(() => textOf('[role=alert]'));
      expect(textOf('[role=alert]')).to.equal('We couldn’t reach the server. Check your connection and try again.');
      expect(told).to.deep.equal(told.slice(0, 1));
      // A valid address afterwards counts.
      widget.setAttribute('base-url', 'https://auth.test');
      await settled();
      expect([told.length, textOf('[role=alert]'), phoneField().value]).to.deep.equal([1, '', '79161234567']);
    });

  it('attributes can not set the properties that take objects and functions', async () => {
    await mount();
    const names = ['texts', 'backend', 'store', 'challenge', 'client'] as const;
    const before = names.map(name => widget[name]);
    for (const name of names) widget.setAttribute(name, 'x');
    await settled();
    expect(names.map((name, index) => widget[name] === before[index])).to.deep.equal(names.map(() => true));
    expect(told).to.deep.equal([]);
  });

  for (const [theme, lines] of [
    ['drak', 1],
    ['dark', 0],
  ] as const)
    it(`theme="${theme}": ${lines ? 'the page is told once' : 'nothing is said'}`, async () => {
      await mount({ theme });
      widget.mode = 'login';
      await settled();
      expect(told.length).to.equal(lines);
      if (lines) expect(told[0]).to.contain('light or dark').and.contain('"drak"');
    });

  for (const [lang, lines] of [
    ['klingon', 1],
    ['ru-RU', 0],
    ['EN', 0],
  ] as const)
    it(`lang="${lang}": ${lines ? 'the page is told once' : 'nothing is said'}`, async () => {
      await mount({ lang });
      await aTimeout(0);
      widget.mode = 'login';
      await settled();
      await aTimeout(0);
      expect(told.length).to.equal(lines);
      if (lines) expect(told[0]).to.contain('lang="klingon"').and.contain('docs/languages.md');
    });

  for (const [name, value] of [
    ['mode', 'sms'],
    ['modes', 'phone-login, sms'],
  ] as const)
    it(`${name}="${value}": the page is told once, and the widget shows the mode that is left`, async () => {
      await mount({ [name]: value });
      expect(told.length).to.equal(1);
      expect(told[0]).to.contain(name).and.contain('phone-register').and.contain('sms');
      expect(phoneField().isConnected).to.equal(true);
      widget.lang = 'ru';
      await settled();
      expect(told.length).to.equal(1);
      Object.assign(widget, { [name]: 'phone-register' });
      await settled();
      Object.assign(widget, { [name]: undefined });
      await settled();
      expect(told.length).to.equal(1);
    });

  it('a list of modes as an array, which is understood, is no mistake', async () => {
    await mount({ modes: ['login', 'register'], mode: 'register' });
    expect(told).to.deep.equal([]);
  });

  it('a client that has been disposed of: the person and the page are told', async () => {
    const client = new AuthClient({ backend: new HeldBackend(), store: new FakeStore() });
    client.dispose();
    await mount({ client });
    await settled();
    expect(told.length).to.equal(1);
    expect(told[0]).to.contain('client').and.contain('disposed');
    expect(textOf('[role=alert]')).to.equal('Something went wrong. Reload the page and try again.');
    expect(submitButton().isConnected).to.equal(true);
    widget.client = undefined;
    await settled();
    expect(textOf('[role=alert]')).to.equal('');
    expect(told.length).to.equal(1);
  });

  it('a client that is disposed of while the widget shows it: told at the next step', async () => {
    const client = new AuthClient({ backend: new HeldBackend(), store: new FakeStore() });
    await mount({ client });
    client.dispose();
    await settled();
    expect(told).to.deep.equal([]);
    await typePhone();
    button('Get a code').click();
    await until(() => told.length);
    await settled();
    expect(told.length).to.equal(1);
    expect(textOf('[role=alert]')).to.equal('Something went wrong. Reload the page and try again.');
  });

  for (const client of [{ baseUrl: '/' }, 'https://api.test', 5])
    it(`client = ${JSON.stringify(client)}: a TypeError names the property, and the widget keeps its client`, async () => {
      await mount();
      const before = widget.client;
      expect(() => {
        widget.client = client as unknown as AuthWidget['client'];
      }).to.throw(TypeError, /client/);
      expect(widget.client).to.equal(before);
    });

  it('texts that are no object are no texts', async () => {
    await mount({ texts: 'Welcome' });
    expect(textOf('h2')).to.equal('Sign in');
  });
});
