// Pages that add a member to `Object.prototype` whose name is also that of an optional member of something.
import { expect } from '@open-wc/testing';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session } from '../../support/held-backend.js';
import { PHONE, queryIn } from '../../support/widget.js';

/** Each page is a frame, because the member has to be there before any module is loaded. */
describe('auth-widget: a member of Object.prototype', () => {
  let frame: HTMLIFrameElement;

  beforeEach(() => sessionStorage.clear());
  afterEach(() => frame.remove());

  for (const [name, value] of [
    ['type', "'legacy'"],
    ['type', 'function () {}'],
    ['target', "'legacy'"],
    ['target', '{}'],
    ['code', "'legacy'"],
    ['get', "'legacy'"],
    ['set', "'legacy'"],
    ['name', "'legacy'"],
    ['id', "'legacy'"],
    ['guard', "'legacy'"],
    ['actions', '1'],
    ['easing', "'legacy'"],
    ['invoke', "'legacy'"],
    ['initial', "'legacy'"],
    ['initial', '{}'],
    ['host', "'legacy'"],
    ['renderBefore', "'legacy'"],
    ['creationScope', "'legacy'"],
    ['slotAssignment', "'legacy'"],
    ['customElementRegistry', "'legacy'"],
  ])
    it(`${name} = ${value}: the form is there, and a person can sign in and out`, async () => {
      frame = document.createElement('iframe');
      const define = new URL('../../../src/define/auth-widget.ts', import.meta.url).href;
      frame.srcdoc = `<!doctype html><script>Object.prototype.${name} = ${value}</script>
        <script type="module" src="${define}"></script><auth-widget defer-hydration lang="en"></auth-widget>`;
      document.body.append(frame);
      const find = () => frame.contentDocument?.querySelector('auth-widget');
      await until(() => 'client' in (find() ?? {}));
      const widget = find()!;
      const errors: string[] = [];
      for (const type of ['error', 'unhandledrejection'] as const)
        frame.contentWindow!.addEventListener(type, event =>
          errors.push(String('reason' in event ? event.reason : event.message)),
        );
      const backend = new HeldBackend();
      Object.assign(widget, { backend, store: new FakeStore(), noAutoLogin: true });
      widget.removeAttribute('defer-hydration');
      await until(() => queryIn(widget, 'form'));
      queryIn<PhoneInput>(widget, 'phone-input')!.value = PHONE;
      queryIn(widget, '[type=submit]')!.click();
      await backend.answer('requestCode', { resendIn: 60 });
      await until(() => queryIn(widget, 'code-input'));
      const submitted = widget.client.loginWithSmsCode('123456');
      await backend.answer('verifyCode', session());
      await submitted;
      await until(() => queryIn(widget, '.person'));
      const signedOut = widget.client.logout();
      await backend.answer('endSession');
      await signedOut;
      await until(() => queryIn(widget, 'phone-input'));
      expect(queryIn(widget, 'h2')!.textContent).to.contain('Sign in');
      const signedIn = widget.client.login('anna', 'correct horse');
      await backend.answer('login', session());
      await signedIn;
      await until(() => queryIn(widget, '.person'));
      expect(errors).to.deep.equal([]);
      widget.client.dispose();
    });
});
