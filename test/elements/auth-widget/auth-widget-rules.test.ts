// auth-widget: a registration shows every broken rule at once, and the rules as hints before they are broken.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../../src/client/auth-client.js';
import { HeldBackend } from '../../support/held-backend.js';
import { press } from '../../support/browser.js';
import { backend, fill, find, focusedAt, mount, query, settled, textOf, widget } from '../../support/widget.js';

afterEach(() => widget.client.dispose());

const messages = () => ['login', 'password', 'repeat'].map(name => query(`#${name}-error`)?.textContent);

const RULES = [
  'Enter a username of 4 to 32 characters: a–z, 0–9, “_”, “.”, “-”.',
  'Enter a password of 8 to 128 characters.',
  'The passwords don’t match. Enter the password again.',
];

describe('auth-widget: the rules for a login and a password', () => {
  it('with the protocol of the reference server: all messages at once, the focus on the first', async () => {
    const { fetch } = window;
    const requests: unknown[] = [];
    window.fetch = (...args) => {
      requests.push(args);
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    try {
      await mount({ mode: 'register', backend: undefined });
      await fill('a b', 'short', 'other');
      await press('Enter');
      await settled();
      expect(messages()).to.deep.equal(RULES);
      expect(focusedAt()).to.equal('login');
      expect(requests).to.deep.equal([]);
    } finally {
      window.fetch = fetch;
    }
  });

  it('with a backend of the page: no rule is checked', async () => {
    await mount('register');
    await fill('a b', 'short', 'other');
    await press('Enter');
    await settled();
    expect(messages()).to.deep.equal(['', '', RULES[2]]);
    find('#repeat').value = 'short';
    await press('Enter');
    await settled();
    expect(backend.last('login')).to.deep.equal(['a b', 'short']);
  });

  it('with a client of the page: no rule is checked', async () => {
    const own = new HeldBackend();
    await mount({ mode: 'register', backend: undefined, client: new AuthClient({ backend: own }) });
    widget.client.setMode('register');
    await settled();
    await fill('a b', 'short', 'short');
    await press('Enter');
    await settled();
    expect(own.last('login')).to.deep.equal(['a b', 'short']);
  });

  it('with a backend of the page: only the hints of the page are shown', async () => {
    await mount('register');
    expect(textOf('#login-hint') + textOf('#password-hint')).to.equal('');
    widget.texts = { loginHint: 'Your e-mail address' };
    await settled();
    expect(textOf('#login-hint') + textOf('#password-hint')).to.equal('Your e-mail address');
  });

  it('with a client of the page that speaks our protocol: shown and checked', async () => {
    const client = new AuthClient();
    client.setMode('register');
    await mount({ client, backend: undefined });
    expect(textOf('#password-hint')).to.equal('At least 8 characters');
    await fill('a b', 'short', 'short');
    await press('Enter');
    await settled();
    expect(messages().slice(0, 2)).to.deep.equal(RULES.slice(0, 2));
  });

  it('are hints in a registration, and a sign-in has only that of a new login; an error message replaces the hint', async () => {
    await mount({ mode: 'register', backend: undefined });
    expect(textOf('#login-hint')).to.equal('4 to 32 characters: a–z, 0–9, “_”, “.”, “-”');
    expect(textOf('#password-hint')).to.equal('At least 8 characters');
    expect(find('#login').getAttribute('aria-describedby')).to.contain('login-hint');
    find('#login').focus();
    await press('Enter');
    await settled();
    expect(textOf('#login-hint') + textOf('#login-error')).to.equal('Fill in this field.');
    widget.client.setMode('login');
    await settled();
    expect(textOf('#login-hint')).to.equal('If this username is new, we’ll create an account.');
    expect(textOf('#password-hint')).to.equal('');
  });
});
