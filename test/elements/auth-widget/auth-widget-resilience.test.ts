// auth-widget: a server that cannot be read, and a page that was frozen.
import { expect } from '@open-wc/testing';
import { until } from '../../support/browser.js';
import { HeldBackend, FakeStore } from '../../support/held-backend.js';
import { appendWidget, PHONE, queryIn } from '../../support/widget.js';

describe('auth-widget: resilience', () => {
  it('a server of another origin without CORS: an error message, and the phone stays', async () => {
    const other = new URL(location.origin);
    other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    // The server is there and answers, but this page may not read it.
    expect((await fetch(other, { mode: 'no-cors' })).type).to.equal('opaque');
    const widget = appendWidget({ baseUrl: other.href });
    await until(() => queryIn(widget, 'phone-input'));
    queryIn<HTMLElement & { value: string }>(widget, 'phone-input')!.value = PHONE;
    queryIn<HTMLFormElement>(widget, 'form')!.requestSubmit();
    await until(() => queryIn(widget, '[role=alert]')?.textContent.trim());
    expect(queryIn(widget, '[role=alert]')?.textContent.trim()).to.equal(
      'We couldn’t reach the server. Check your connection and try again.',
    );
    expect(queryIn<HTMLElement & { value: string }>(widget, 'phone-input')!.value).to.equal(PHONE);
    expect(widget.state.isLoading).to.equal(false);
  });

  it('a countdown follows the wall clock, also after the page was frozen', async () => {
    const backend = new HeldBackend();
    const widget = appendWidget({ backend, store: new FakeStore() });
    await until(() => queryIn(widget, 'phone-input'));
    const requested = widget.client.loginByPhone(PHONE);
    await backend.answer('requestCode', { resendIn: 60 });
    await requested;
    await until(() => /in\s(1:00|0:5\d)/.test(queryIn(widget, 'form')!.textContent));
    const { now } = Date;
    Date.now = () => now() + 45_000;
    try {
      // The next update shows the time that is left, whatever causes it.
      await until(() => /in\s0:1\d/.test(queryIn(widget, 'form')!.textContent));
      Date.now = () => now() + 61_000;
      await until(() => /Get a new code/.test(queryIn(widget, 'form')!.textContent));
    } finally {
      Date.now = now;
    }
  });
});
