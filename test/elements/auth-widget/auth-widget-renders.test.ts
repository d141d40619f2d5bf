// How often the widget renders: a key renders nothing unless it changes something that is shown.
import { expect } from '@open-wc/testing';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { press, type, until } from '../../support/browser.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { backend, mount, query, settled, toCode, widget } from '../../support/widget.js';

/** Counts the renders of a widget from now on. */
function countRenders(element: AuthWidget): () => number {
  let count = 0;
  const { render } = element;
  element.render = function (this: AuthWidget) {
    count++;
    return render.call(this);
  };
  return () => count;
}

const message = () => query('[role=alert]')?.textContent.trim() ?? '';

describe('auth-widget: renders', () => {
  it('the first screen: one', async () => {
    const element = document.createElement('auth-widget');
    const count = countRenders(element);
    Object.assign(element, { noAutoLogin: true, lang: 'en' });
    document.body.append(element);
    await element.updateComplete;
    await until(() => element.shadowRoot!.querySelector('phone-input'));
    expect(count()).to.equal(1);
    element.client.dispose();
    element.remove();
  });

  it('the client and the first render have a task each, after the one in which the widget was appended', async () => {
    const element = document.createElement('auth-widget');
    let isClientCreated = false;
    element.store = {
      read: () => {
        isClientCreated = true;
        return null;
      },
      write: () => {},
      remove: () => {},
      subscribe: () => () => {},
      persistent: false,
    };
    document.body.append(element);
    const seen: boolean[] = [];
    while (!element.hasUpdated) {
      seen.push(isClientCreated);
      const { port1, port2 } = new MessageChannel();
      await new Promise(resolve => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
    expect([...new Set(seen)]).to.deep.equal([false, true]);
    element.client.dispose();
    element.remove();
  });

  it('a number, digit by digit: none', async () => {
    await mount();
    const count = countRenders(widget);
    query('phone-input')!.focus();
    await type('9161234567');
    await press('Backspace');
    await settled();
    expect(count()).to.equal(0);
  });

  it('a login, a password and a name: none', async () => {
    await mount('register');
    const count = countRenders(widget);
    for (const name of ['login', 'password', 'repeat']) {
      query(`#${name}`)!.focus();
      await type('correct');
    }
    await settled();
    expect(count()).to.equal(0);
    widget.mode = 'phone-register';
    await settled();
    query('#displayName')!.focus();
    const before = count();
    await type('Anna');
    await settled();
    expect(count()).to.equal(before);
  });

  it('a code, up to its last digit: none', async () => {
    await mount();
    await toCode();
    const count = countRenders(widget);
    query('code-input')!.focus();
    await type('12345');
    await settled();
    expect(count()).to.equal(0);
  });

  it('the first key after an error removes the message; the next ones render nothing', async () => {
    await mount('login');
    query('#login')!.focus();
    await type('anna');
    await press('Enter');
    await settled();
    expect(query('#password-error')!.textContent).to.not.equal('');
    query('#password')!.focus();
    await type('c');
    await settled();
    expect(query('#password-error')!.textContent).to.equal('');
    const count = countRenders(widget);
    await type('orrect horse');
    await settled();
    expect(count()).to.equal(0);
    await press('Enter');
    await backend.answer('login', new AuthError('server'));
    await until(message);
    await type('x');
    await settled();
    expect(message()).to.equal('');
  });

  it('what was typed is there when another screen and this one have been shown', async () => {
    await mount('login');
    query('#login')!.focus();
    await type('anna');
    for (const mode of ['phone-login', 'register', 'login'] as const) {
      widget.mode = mode;
      await settled();
    }
    expect(query('#login')!.value).to.equal('anna');
    query('#login')!.select();
    await press('Delete');
    widget.lang = 'ru';
    await settled();
    expect(query('#login')!.value).to.equal('');
  });
});
