// auth-widget: codes, passwords and tokens do not get into attributes, texts, events, the console or the address.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../src/core/auth-error.js';
import { until } from '../support/browser.js';
import { FakeBackend, FakeStore, session } from '../support/fake-backend.js';
import { appendWidget, findIn, PHONE } from '../support/widget.js';

describe('auth-widget: secrets', () => {
  it('a code, a password and a token are in none of them', async () => {
    const secrets = { code: '837465', password: 'secret-password-7c1f', token: 'secret-token-9f2e' };
    const backend = new FakeBackend();
    const store = new FakeStore();
    const seen: string[] = [];
    const { console } = globalThis;
    const levels = ['log', 'info', 'warn', 'error', 'debug'] as const;
    const real = levels.map(level => console[level]);
    for (const level of levels) console[level] = (...things: unknown[]) => void seen.push(things.map(String).join(' '));
    const widget = appendWidget({ backend, store, mode: 'login' });
    for (const type of ['auth-change', 'auth-signed-in', 'auth-signed-out', 'auth-code-sent', 'auth-error'])
      widget.addEventListener(type, event => {
        const own = Object.fromEntries(Object.keys(event).map(key => [key, event[key as keyof Event]]));
        seen.push(`${event.type} ${JSON.stringify(own)}`);
      });
    /** Records the markup, with that of shadow roots. It has no values of inputs. */
    const look = (root: Element | ShadowRoot): void => {
      seen.push(root.innerHTML);
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) look(element.shadowRoot);
    };
    try {
      await until(() => findIn(widget, 'input[name=password]'));
      findIn<HTMLInputElement>(widget, 'input[name=login]')!.value = 'anna';
      findIn<HTMLInputElement>(widget, 'input[name=password]')!.value = secrets.password;
      findIn<HTMLFormElement>(widget, 'form')!.requestSubmit();
      await until(() => backend.open.includes('login'));
      await widget.updateComplete;
      look(document.body);
      await backend.answer('login', new AuthError('wrong-credentials'));
      await until(() => widget.state.error);
      await widget.updateComplete;
      look(document.body);
      const asked = widget.client.loginByPhone(PHONE);
      await backend.answer('requestCode');
      await asked;
      await until(() => findIn(widget, 'code-input'));
      findIn<HTMLElement & { value: string }>(widget, 'code-input')!.value = secrets.code;
      findIn<HTMLFormElement>(widget, 'form')!.requestSubmit();
      await until(() => backend.open.includes('verifyCode'));
      await backend.answer('verifyCode', session({ token: secrets.token }));
      await until(() => findIn(widget, '.person'));
      look(document.body);
      const out = widget.client.logout();
      await backend.answer('endSession');
      await out;
      await widget.updateComplete;
      look(document.body);
      seen.push(location.href, document.cookie, JSON.stringify(sessionStorage), JSON.stringify(history.state));
    } finally {
      levels.forEach((level, index) => (console[level] = real[index]!));
    }
    const text = seen.join('\n');
    expect(text).to.contain('auth-signed-in').and.to.contain('auth-error').and.to.contain('<form');
    // The cells of the code show single characters: the code as a whole is not in the markup.
    for (const secret of Object.values(secrets)) expect(text.includes(secret), secret).to.equal(false);
    expect(backend.last('verifyCode')).to.deep.equal([PHONE, secrets.code]);
    expect(backend.last('login')).to.deep.equal(['anna', secrets.password]);
  });
});
