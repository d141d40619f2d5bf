// auth-widget/demo: the attribute `demo`, its server in memory, and the note with the SMS.
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/countries/by.js';
import '../../src/countries/sg.js';
import '../../src/demo/index.js';
import { AuthClient } from '../../src/client/auth-client.js';
import type { AuthWidget } from '../../src/demo/index.js';
import { findButton, findField, plainUser } from '../../src/testing/dom.js';
import { until } from '../support/browser.js';

const noteText = () => document.querySelector('auth-widget-demo-phone')?.shadowRoot?.textContent.trim() ?? '';

/** Collects the warnings of the console while `action` runs. */
async function warningsOf(action: () => Promise<unknown>): Promise<string[]> {
  const { warn } = console;
  const warnings: string[] = [];
  console.warn = (...args: unknown[]) => warnings.push(args.join(' '));
  try {
    await action();
  } finally {
    console.warn = warn;
  }
  return warnings;
}

describe('auth-widget/demo', () => {
  // The files of a run share a window, so the one before may have left a flow.
  beforeEach(() => sessionStorage.clear());

  it('without the attribute, the widget has no server in memory, and nothing is said', async () => {
    const warnings = await warningsOf(async () => {
      const widget = await fixture<AuthWidget>(html`<auth-widget lang="en" no-auto-login></auth-widget>`);
      expect(widget.backend).to.equal(undefined);
      expect(widget.store).to.equal(undefined);
    });
    expect(warnings.filter(text => text.includes('demo'))).to.deep.equal([]);
    expect(noteText()).to.equal('');
  });

  it('with a backend of the page, the attribute does nothing', () => {
    const backend = new (class extends EventTarget {})() as unknown as AuthWidget['backend'];
    const widget = document.createElement('auth-widget');
    widget.setAttribute('demo', '');
    Object.assign(widget, { backend, noAutoLogin: true });
    document.body.append(widget);
    expect(widget.backend).to.equal(backend);
    widget.remove();
  });

  it('with a client of the page, the attribute does nothing', async () => {
    const client = new AuthClient();
    const widget = document.createElement('auth-widget');
    widget.setAttribute('demo', '');
    Object.assign(widget, { client, noAutoLogin: true });
    const warnings = await warningsOf(async () => {
      document.body.append(widget);
      await widget.updateComplete;
    });
    expect(widget.client).to.equal(client);
    expect(widget.backend).to.equal(undefined);
    expect(widget.store).to.equal(undefined);
    expect(warnings.filter(text => text.includes('<auth-widget demo>'))).to.deep.equal([]);
    widget.remove();
    client.dispose();
  });

  it('a person signs in with any number, by the code in the note; the session is not stored', async () => {
    let widget!: AuthWidget;
    const warnings = await warningsOf(async () => {
      widget = await fixture<AuthWidget>(html`<auth-widget demo lang="en"></auth-widget>`);
    });
    expect(warnings.filter(text => text.includes('<auth-widget demo>'))).to.have.length(1);
    await plainUser.type(await findField(widget, 'Phone number'), '9161234567');
    await plainUser.click(await findButton(widget, 'Get a code'));
    await until(() => noteText().includes('+7 (916) 123-45-67'));
    expect(noteText()).to.match(/^Demo/);
    const code = /\d{6}$/.exec(noteText())?.[0] ?? '';
    await plainUser.type(await findField(widget, 'Enter the code'), code);
    await until(() => widget.state.verificationStep === 'verified');
    await plainUser.type(await findField(widget, /name/i), 'Anna');
    await plainUser.click(await findButton(widget, 'Continue'));
    await until(() => widget.state.isAuthenticated);
    expect(Object.keys(localStorage).filter(key => key.startsWith('auth-widget:session'))).to.deep.equal([]);
  });

  it('a test number gets its fixed code, and a second widget the same server', async () => {
    let widget!: AuthWidget;
    const warnings = await warningsOf(async () => {
      widget = await fixture<AuthWidget>(html`<auth-widget demo lang="en"></auth-widget>`);
    });
    expect(warnings.filter(text => text.includes('<auth-widget demo>'))).to.deep.equal([]);
    await widget.client.loginByPhone('79990000001');
    await until(() => noteText().endsWith('111111'));
    expect(document.querySelectorAll('auth-widget-demo-phone')).to.have.length(1);
  });

  it('shows a number of ten digits as one of its country', async () => {
    await warningsOf(async () => {
      const widget = await fixture<AuthWidget>(html`<auth-widget demo lang="en" countries="sg"></auth-widget>`);
      await widget.client.loginByPhone('+65 9123 4567');
      await until(() => noteText().includes('+65 9123 4567'));
    });
  });

  it('takes the numbers of a country that the page has imported', async () => {
    sessionStorage.clear(); // the flow of another test
    await warningsOf(async () => {
      const widget = await fixture<AuthWidget>(html`<auth-widget demo lang="en" countries="by"></auth-widget>`);
      await plainUser.type(await findField(widget, 'Phone number'), '291234567');
      await plainUser.click(await findButton(widget, 'Get a code'));
      await until(() => noteText().includes('+375 29 123-45-67'));
      await plainUser.type(await findField(widget, 'Enter the code'), /\d{6}$/.exec(noteText())?.[0] ?? '');
      await until(() => widget.state.verificationStep === 'verified');
    });
  });
});
