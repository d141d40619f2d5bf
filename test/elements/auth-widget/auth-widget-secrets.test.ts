// auth-widget: codes, passwords and tokens do not get into attributes, texts, events, the console or the address.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session } from '../../support/held-backend.js';
import { appendWidget, PHONE, queryIn } from '../../support/widget.js';

describe('auth-widget: secrets', () => {
  it('no code, password or token is in events, markup, URL, cookies, sessionStorage, history or the console', async () => {
    const secrets = { code: '837465', password: 'secret-password-7c1f', token: 'secret-token-9f2e' };
    const backend = new HeldBackend();
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
    /** Records the markup, shadow roots included. It doesn't contain the values of inputs. */
    const recordMarkup = (root: Element | ShadowRoot): void => {
      seen.push(root.innerHTML);
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) recordMarkup(element.shadowRoot);
    };
    try {
      await until(() => queryIn(widget, 'input[name=password]'));
      queryIn<HTMLInputElement>(widget, 'input[name=login]')!.value = 'anna';
      queryIn<HTMLInputElement>(widget, 'input[name=password]')!.value = secrets.password;
      queryIn<HTMLFormElement>(widget, 'form')!.requestSubmit();
      await until(() => backend.open.includes('login'));
      await widget.updateComplete;
      recordMarkup(document.body);
      await backend.answer('login', new AuthError('wrong-credentials'));
      await until(() => widget.state.error);
      await widget.updateComplete;
      recordMarkup(document.body);
      const requested = widget.client.loginByPhone(PHONE);
      await backend.answer('requestCode');
      await requested;
      await until(() => queryIn(widget, 'code-input'));
      queryIn<HTMLElement & { value: string }>(widget, 'code-input')!.value = secrets.code;
      queryIn<HTMLFormElement>(widget, 'form')!.requestSubmit();
      await until(() => backend.open.includes('verifyCode'));
      await backend.answer('verifyCode', session({ token: secrets.token }));
      await until(() => queryIn(widget, '.person'));
      recordMarkup(document.body);
      const signedOut = widget.client.logout();
      await backend.answer('endSession');
      await signedOut;
      await widget.updateComplete;
      recordMarkup(document.body);
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
