// auth-widget in an iframe with `sandbox`, but without `allow-forms`: browsers submit no form there.
import { expect } from '@open-wc/testing';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { click, press, type, until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session } from '../../support/held-backend.js';
import { backend as server, fill, mount, queryIn, submitButton, widget as widgetHere } from '../../support/widget.js';

type Frame = HTMLIFrameElement & { contentDocument: Document };

describe('auth-widget: a frame without allow-forms', () => {
  let frame: Frame;
  let widget: AuthWidget;
  let backend: HeldBackend;
  /** How many times the widget's form was submitted, in whichever way. */
  let submitted: number;

  async function load(sandbox: string, mode: string): Promise<void> {
    frame = document.createElement('iframe') as Frame;
    frame.setAttribute('sandbox', sandbox);
    // The frame fills the window, so that places in it are places in the window.
    frame.style.cssText = 'position: fixed; inset: 0; inline-size: 100%; block-size: 100%; border: 0;';
    const define = new URL('../../../src/define/auth-widget.ts', import.meta.url).href;
    frame.srcdoc = `<!doctype html><script type="module" src="${define}"></script><auth-widget defer-hydration lang="en"></auth-widget>`;
    document.body.append(frame);
    await until(() => {
      const element = frame.contentDocument.querySelector('auth-widget');
      return element && 'client' in element;
    });
    widget = frame.contentDocument.querySelector('auth-widget')!;
    backend = new HeldBackend();
    Object.assign(widget, { backend, store: new FakeStore(), mode, noAutoLogin: true });
    widget.removeAttribute('defer-hydration');
    await until(() => queryIn(widget, 'form'));
    submitted = 0;
    widget.shadowRoot!.addEventListener('submit', () => submitted++);
  }

  beforeEach(() => sessionStorage.clear());

  afterEach(() => {
    widget.client.dispose();
    frame.remove();
  });

  /**
   * Gives a field the focus as a person does. After `contentWindow.focus()`, the next key still went to the page around
   * the frame in one of ten runs, in WebKitGTK on a busy machine.
   */
  const focusField = async (selector: string): Promise<void> => {
    await until(() => queryIn(widget, selector));
    const field = queryIn(widget, selector)!;
    await click(field);
    await until(() => widget.shadowRoot!.activeElement === field);
  };

  const clickButton = () => click(queryIn(widget, '[type=submit]')!);

  for (const sandbox of ['allow-scripts allow-same-origin', 'allow-scripts allow-same-origin allow-forms']) {
    for (const [way, submit] of [
      ['Enter', () => press('Enter')],
      ['the button', clickButton],
    ] as const)
      it(`${sandbox}: a number and a code are sent once, with ${way}`, async () => {
        await load(sandbox, 'phone-login');
        await focusField('phone-input');
        await type('9161234567');
        await submit();
        await until(() => backend.open.includes('requestCode'));
        expect([backend.count('requestCode'), submitted]).to.deep.equal([1, 1]);
        await backend.answer('requestCode', { resendIn: 60, codeLength: 6 });
        await focusField('code-input');
        // A shorter code isn't completed by its last digit.
        await type('12345');
        expect(backend.count('verifyCode')).to.equal(0);
        await submit();
        await until(() => submitted === 2);
        await until(() => backend.open.includes('verifyCode'));
        await backend.answer('verifyCode', session());
        await until(() => widget.state.isAuthenticated);
        expect(backend.count('verifyCode')).to.equal(1);
      });

    it(`${sandbox}: a login and a password are sent with Enter in a native input`, async () => {
      await load(sandbox, 'login');
      await focusField('#login');
      await type('anna');
      await focusField('#password');
      await type('correct horse');
      await press('Enter');
      await until(() => backend.open.includes('login'));
      await backend.answer('login', session());
      await until(() => widget.state.isAuthenticated);
      expect([backend.count('login'), submitted]).to.deep.equal([1, 1]);
    });
  }

  it('other buttons, and a click that the page has cancelled, submit nothing', async () => {
    await load('allow-scripts allow-same-origin', 'login');
    queryIn(widget, '.eye')!.click();
    widget.addEventListener('click', event => event.preventDefault(), { capture: true, once: true });
    queryIn(widget, '[type=submit]')!.click();
    await new Promise(resolve => setTimeout(resolve));
    expect(submitted).to.equal(0);
    queryIn(widget, '[type=submit]')!.click();
    await until(() => submitted === 1);
  });
});

// The same in the page of the test: in the frame, another copy of the sources runs.
describe('auth-widget: a click that no `submit` follows', () => {
  let events: Event[];

  /** Withholds what the browser sends. */
  async function mountWithout(mode: 'login' | 'phone-login'): Promise<void> {
    await mount(mode);
    events = [];
    const withhold = (event: Event) => {
      if (!event.isTrusted) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    widgetHere.shadowRoot!.addEventListener('submit', withhold, true);
    widgetHere.shadowRoot!.addEventListener('submit', event => events.push(event));
  }

  afterEach(() => widgetHere.client.dispose());

  it('sends the form once, with an event like that of the browser', async () => {
    await mountWithout('login');
    await fill('anna', 'correct horse');
    await click(submitButton());
    await until(() => events.length);
    await new Promise(resolve => setTimeout(resolve));
    const [event] = events;
    expect([events.length, event!.cancelable, event!.defaultPrevented]).to.deep.equal([1, true, true]);
    expect(server.count('login')).to.equal(1);
  });

  it('sends nothing if a listener has cancelled the click, or the widget has gone', async () => {
    await mountWithout('login');
    await fill('anna', 'correct horse');
    const button = submitButton();
    button.addEventListener('click', event => event.preventDefault(), { once: true });
    button.click();
    await new Promise(resolve => setTimeout(resolve));
    button.click();
    widgetHere.remove();
    await new Promise(resolve => setTimeout(resolve));
    expect([events.length, server.count('login')]).to.deep.equal([0, 0]);
  });
});
