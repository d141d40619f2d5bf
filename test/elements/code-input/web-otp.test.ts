import { expect, fixture, html } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import '../../../src/define/code-input.js';
import type { CodeInput } from '../../../src/elements/code-input/code-input.js';
import { inner, type, until } from '../../support/browser.js';
import { reports } from '../../support/code-input.js';
import { backend, mount, settled, toCode, widget } from '../../support/widget.js';

/** A call of `navigator.credentials.get`, which the test answers. */
interface OtpRequest {
  readonly options: { readonly otp: unknown; readonly signal: AbortSignal };
  answer(code: string): void;
  fail(): void;
}

// No browser can read an SMS here, so a stand-in that follows the specification replaces `navigator.credentials`.
describe('code-input: WebOTP', () => {
  let requests: OtpRequest[];
  const original = Object.getOwnPropertyDescriptor(window, 'OTPCredential');

  beforeEach(() => {
    requests = [];
    Object.assign(window, { OTPCredential: Object });
    Object.defineProperty(navigator, 'credentials', {
      configurable: true,
      value: {
        get: (options: OtpRequest['options']) =>
          new Promise((resolve, reject) => {
            options.signal.addEventListener('abort', () => reject(options.signal.reason as Error));
            requests.push({
              options,
              answer: code => resolve({ code }),
              fail: () => reject(new DOMException('No', 'NotAllowedError')),
            });
          }),
      },
    });
  });

  afterEach(() => {
    Reflect.deleteProperty(window, 'OTPCredential');
    if (original) Object.defineProperty(window, 'OTPCredential', original);
    Reflect.deleteProperty(navigator, 'credentials'); // the browser's own is on the prototype
  });

  const codeInput = () => fixture<CodeInput>(html`<code-input></code-input>`);

  it('asks for an SMS when it is connected; the code fills the field and completes it', async () => {
    const element = await codeInput();
    const codes: string[] = [];
    element.onComplete = code => codes.push(code);
    expect(requests.length).to.equal(1);
    expect(requests[0]!.options.otp).to.deep.equal({ transport: ['sms'] });
    requests[0]!.answer('123456');
    await until(() => element.value);
    expect(element.value).to.equal('123456');
    expect(inner(element).value).to.equal('123456');
    expect(codes).to.deep.equal(['123456']);
  });

  it('does not take the focus when the code arrives', async () => {
    const element = await codeInput();
    requests[0]!.answer('123456');
    await until(() => element.value);
    expect(element.shadowRoot!.activeElement).to.equal(null);
  });

  it('is aborted when the element is removed, and asks again when it is connected', async () => {
    const element = await codeInput();
    const { parentElement } = element;
    element.remove();
    expect(requests[0]!.options.signal.aborted).to.equal(true);
    parentElement!.append(element);
    expect(requests.length).to.equal(2);
    expect(requests[1]!.options.signal.aborted).to.equal(false);
  });

  it('is aborted when the code is submitted, and asks again when isLoading ends', async () => {
    const element = await codeInput();
    element.focus();
    await type('123456');
    expect(requests[0]!.options.signal.aborted).to.equal(true);
    element.isLoading = true;
    await element.updateComplete;
    expect(requests.length).to.equal(1);
    element.isLoading = false;
    element.error = 'Wrong code';
    await element.updateComplete;
    expect(requests.length).to.equal(2);
  });

  it('asks for nothing after its removal, when isLoading ends there', async () => {
    const element = await codeInput();
    element.isLoading = true;
    await element.updateComplete;
    element.isLoading = false;
    element.remove();
    await element.updateComplete;
    expect(requests.map(({ options }) => options.signal.aborted)).to.deep.equal([true]);
  });

  it('asks for nothing in a field that is created outside of the document', () => {
    const element = document.createElement('code-input');
    element.isLoading = true;
    (element as unknown as { performUpdate(): void }).performUpdate();
    element.isLoading = false;
    (element as unknown as { performUpdate(): void }).performUpdate();
    expect(requests.length).to.equal(0);
  });

  it('a widget that the page removes at an error asks for nothing, so that no SMS signs in outside of the document', async () => {
    await mount();
    await toCode();
    expect(requests.length).to.equal(1);
    widget.addEventListener('auth-error', () => widget.remove());
    const submitted = widget.client.loginWithSmsCode('111111').catch(() => undefined);
    await settled();
    await backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft: 2 }));
    await submitted;
    await widget.updateComplete;
    expect(widget.isConnected).to.equal(false);
    expect(requests.every(({ options }) => options.signal.aborted)).to.equal(true);
    for (const request of requests) request.answer('123456');
    await new Promise(requestAnimationFrame);
    expect(backend.count('verifyCode')).to.equal(1);
    widget.client.dispose();
  });

  for (const [state, begin, end] of [
    ['disabled', (e: CodeInput) => (e.disabled = true), (e: CodeInput) => (e.disabled = false)],
    ['readonly', (e: CodeInput) => (e.readonly = true), (e: CodeInput) => (e.readonly = false)],
    [
      'in a disabled fieldset',
      (e: CodeInput) => (e.closest('fieldset')!.disabled = true),
      (e: CodeInput) => (e.closest('fieldset')!.disabled = false),
    ],
  ] as const) {
    it(`${state}: the request ends, no code is taken, and a new request follows`, async () => {
      const box = await fixture(html`<fieldset><code-input></code-input></fieldset>`);
      const element = box.querySelector('code-input')!;
      const codes = reports(element);
      await element.updateComplete;
      begin(element);
      // The browser may answer before the field has updated.
      requests[0]!.answer('111111');
      await element.updateComplete;
      expect(requests.map(({ options }) => options.signal.aborted)).to.deep.equal([true]);
      expect(element.value).to.equal('');
      end(element);
      await element.updateComplete;
      expect(requests.map(({ options }) => options.signal.aborted)).to.deep.equal([true, false]);
      requests[1]!.answer('123456');
      await until(() => element.value);
      expect(codes).to.deep.equal(['123456']);
    });

    it(`${state} from the beginning: no request`, async () => {
      const box = await fixture(html`<fieldset></fieldset>`);
      const element = document.createElement('code-input');
      if (state === 'in a disabled fieldset') box.toggleAttribute('disabled');
      else element.setAttribute(state, '');
      box.append(element);
      await element.updateComplete;
      expect(requests.length).to.equal(0);
    });
  }

  it('a code that comes while isLoading is shown afterwards, and not completed by itself', async () => {
    const element = await codeInput();
    const codes = reports(element);
    element.isLoading = true;
    await element.updateComplete;
    requests[0]!.answer('123456');
    await Promise.resolve().then(() => undefined);
    expect(element.value).to.equal('');
    element.isLoading = false;
    await element.updateComplete;
    expect(element.value).to.equal('123456');
    expect(codes).to.deep.equal([]);
  });

  it('a code that is longer than the field is not completed', async () => {
    const element = await codeInput();
    const codes = reports(element);
    requests[0]!.answer('12345678');
    await until(() => element.value);
    expect(codes).to.deep.equal([]);
  });

  it('an answer has no effect after the request was aborted, nor in a field that can not be changed by then', async () => {
    const answers: ((credential: object | null) => void)[] = [];
    // A browser that does not reject at the abort.
    Object.assign(navigator.credentials, { get: () => new Promise(resolve => answers.push(resolve)) });
    const removed = await codeInput();
    const codes = reports(removed);
    removed.remove();
    answers[0]!({ code: '123456' });
    const none = await codeInput();
    answers[1]!(null);
    const disabled = await codeInput();
    disabled.disabled = true;
    answers[2]!({ code: '123456' });
    await disabled.updateComplete;
    await new Promise(requestAnimationFrame);
    expect([removed.value, none.value, disabled.value, ...codes]).to.deep.equal(['', '', '']);
  });

  it('a rejected request has no effect', async () => {
    const element = await codeInput();
    requests[0]!.fail();
    element.focus();
    await type('1');
    expect(element.value).to.equal('1');
  });

  it('a second field aborts the request of the first: a browser has one request at a time', async () => {
    await codeInput();
    const second = await codeInput();
    expect(requests.map(({ options }) => options.signal.aborted)).to.deep.equal([true, false]);
    requests[1]!.answer('123456');
    await until(() => second.value);
  });

  it('is not used in a browser without it', async () => {
    Reflect.deleteProperty(window, 'OTPCredential');
    await codeInput();
    expect(requests.length).to.equal(0);
  });

  it('is not used in Brave, which has the API and closes the tab when it is called', async () => {
    Object.assign(navigator, { brave: {} });
    try {
      const element = await codeInput();
      element.isLoading = true;
      await element.updateComplete;
      element.isLoading = false;
      await element.updateComplete;
      expect(requests.length).to.equal(0);
    } finally {
      Reflect.deleteProperty(navigator, 'brave');
    }
  });
});

describe('code-input: WebOTP in the browser itself', () => {
  // Chromium closes a tab that aborts a request after another one has replaced it. The other browsers have no WebOTP.
  it('two fields that are added and removed together do not close the tab', async () => {
    const box = document.createElement('div');
    box.innerHTML = '<code-input></code-input><code-input></code-input>';
    document.body.append(box);
    box.remove();
    await type('x'); // resolves in a tab that is still there
    expect(box.isConnected).to.equal(false);
  });
});
