// Tests of the elements in a DOM of Node, like the tests of an app. The test files name the DOM.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import type { AuthWidget } from '../../src/elements/auth-widget/auth-widget.js';
import type { CodeInput } from '../../src/elements/code-input/code-input.js';
import type { PhoneInput } from '../../src/elements/phone-input/phone-input.js';
import { HeldBackend, FakeStore, session, stored } from './held-backend.js';
import { installDom, type TestDom } from './test-dom.js';

/** Waits until `find` finds something, checking at each turn of the event loop. Only the test runner ends the wait. */
async function found<T>(find: () => T | null | undefined | false): Promise<T> {
  for (;;) {
    const result = find();
    if (result) return result;
    await new Promise(resolve => setTimeout(resolve));
  }
}

const inner = (host: Element) => host.shadowRoot!.querySelector('input')!;

/** Types as the usual libraries for such tests do: key events, a new value, `input`. */
function type(input: HTMLInputElement, text: string): void {
  input.focus();
  for (const key of text) {
    const init = { bubbles: true, composed: true, cancelable: true };
    input.dispatchEvent(new KeyboardEvent('keydown', { ...init, key }));
    const caret = input.selectionStart! + 1;
    const value = input.value.slice(0, input.selectionStart!) + key + input.value.slice(input.selectionEnd!);
    const edit = { ...init, inputType: 'insertText', data: key };
    input.dispatchEvent(new InputEvent('beforeinput', edit));
    input.value = value;
    input.setSelectionRange(caret, caret);
    input.dispatchEvent(new InputEvent('input', { ...edit, cancelable: false }));
  }
}

/** Presses Enter as the usual libraries do: `keypress` follows unless `keydown` is prevented. */
function pressEnter(input: HTMLInputElement): void {
  const dispatch = (type: string) =>
    input.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, composed: true, cancelable: true }));
  if (dispatch('keydown')) dispatch('keypress');
}

export async function testElementsIn(dom: TestDom): Promise<void> {
  const close = installDom(dom);
  const { isServer } = await import('lit');
  await import('../../src/define/auth-widget.js');

  const errors: unknown[] = [];
  window.addEventListener('error', ({ error }) => errors.push(error));

  function mount(options: Partial<AuthWidget> = {}) {
    const widget = document.createElement('auth-widget');
    const backend = new HeldBackend();
    const store = new FakeStore();
    const heard: string[] = [];
    widget.addEventListener('auth-signed-in', ({ displayName }) => heard.push(`in ${displayName}`));
    widget.addEventListener('auth-signed-out', ({ reason }) => heard.push(`out ${reason}`));
    Object.assign(widget, { backend, store, lang: 'en', ...options });
    document.body.append(widget);
    const query = <E extends Element>(selector: string) => widget.shadowRoot?.querySelector<E>(selector);
    const click = (selector: string) => query<HTMLElement>(selector)!.click();
    const showsText = (text: string) => query('[part=card]')?.textContent.includes(text);
    return { widget, backend, store, heard, query, click, showsText };
  }

  test.afterEach(() => {
    for (const widget of document.querySelectorAll('auth-widget')) widget.client.dispose();
    document.body.replaceChildren();
    assert.deepEqual(errors.splice(0), []);
  });

  test.after(close);

  test(`${dom}: Node resolves Lit to its build for servers`, () => assert.equal(isServer, true));

  test(`${dom}: without auth-widget/testing/dom the inputs render and take a text; they are always valid`, async () => {
    document.body.innerHTML = `<form><label for="phone">Your phone</label>
      <phone-input id="phone" name="phone" required></phone-input><code-input error="Wrong"></code-input></form>`;
    const phone = document.querySelector('phone-input')!;
    const code = document.querySelector('code-input')!;
    await phone.updateComplete;
    await code.updateComplete;
    assert.equal(inner(phone).getAttribute('aria-label'), 'Phone number');
    assert.equal(code.shadowRoot!.querySelector('#error')!.textContent, 'Wrong');
    assert.equal(phone.form, null);
    assert.equal(phone.labels.length, 0);
    assert.equal(phone.reportValidity(), true);
    type(inner(phone), '9161234567');
    assert.equal(phone.value, '79161234567');
    pressEnter(inner(phone));
    inner(phone).blur();
    phone.setCustomValidity('Taken');
    assert.equal(phone.validity.valid, true);
    phone.isLoading = true;
    await phone.updateComplete;
    let completed = '';
    code.addEventListener('code-complete', event => (completed = event.code));
    type(inner(code), '123456');
    assert.equal(completed, '123456');
  });

  test(`${dom}: without auth-widget/testing/dom the widget sends what is typed`, async () => {
    const { backend, query, click, showsText } = mount();
    const phone = await found(() => query<PhoneInput>('phone-input'));
    await phone.updateComplete;
    type(inner(phone), '9161234567');
    click('[part=button]');
    await backend.answer('requestCode', { resendIn: 60 });
    assert.deepEqual(backend.last('requestCode'), ['79161234567']);
    const code = await found(() => query<CodeInput>('code-input'));
    await code.updateComplete;
    type(inner(code), '123456');
    await backend.answer('verifyCode', session());
    await found(() => showsText('Anna'));
  });

  test(`${dom}: importing auth-widget/testing/dom gives the elements after it working internals`, async () => {
    await import('../../src/testing/dom.js');
    const phone = document.createElement('phone-input');
    phone.required = true;
    assert.equal(phone.checkValidity(), false);
  });

  test(`${dom}: the internals of auth-widget/testing/dom know labels, validity and the form of their control`, () => {
    class Control extends HTMLElement {
      static formAssociated = true;
      readonly internals = this.attachInternals();
    }
    customElements.define('test-control', Control);
    document.body.innerHTML = `<form><label for="own">Own</label><label for="">Another's</label><label>None's</label>
      <test-control id="own"></test-control><label id="around">Around <test-control></test-control></label></form>`;
    const [control, wrapped] = document.querySelectorAll<Control>('test-control');
    const { internals } = control!;
    assert.equal(internals.form, document.querySelector('form'));
    assert.deepEqual(
      Array.from(internals.labels, label => label.textContent),
      ['Own'],
    );
    assert.deepEqual(
      Array.from(wrapped!.internals.labels, label => (label as Element).id),
      ['around'],
    );
    const canceled: boolean[] = [];
    control!.addEventListener('invalid', event => canceled.push(event.cancelable));
    assert.deepEqual([internals.validationMessage, internals.checkValidity()], ['', true]);
    internals.setValidity({ customError: true }, 'Taken');
    assert.deepEqual([internals.validationMessage, internals.reportValidity()], ['Taken', false]);
    assert.deepEqual(canceled, [true]);
    control!.setAttribute('disabled', '');
    assert.deepEqual([internals.willValidate, internals.checkValidity()], [false, true]);
    internals.setValidity({});
    assert.equal(internals.validationMessage, '');
    customElements.define('test-plain', class extends HTMLElement {});
    assert.ok(document.createElement('test-plain').attachInternals());
  });

  test(`${dom}: signs in by phone and code: Enter sends the phone, the last digit sends the code`, async () => {
    const { widget, backend, heard, query, showsText } = mount();
    const phone = await found(() => query<PhoneInput>('phone-input'));
    await phone.updateComplete;
    type(inner(phone), '9161234567');
    assert.equal(inner(phone).value, '+7 (916) 123-45-67');
    assert.equal(phone.value, '79161234567');
    pressEnter(inner(phone));
    await backend.answer('requestCode', { resendIn: 60 });
    assert.deepEqual(backend.last('requestCode'), ['79161234567']);
    const code = await found(() => query<CodeInput>('code-input'));
    await code.updateComplete;
    await found(() => widget.shadowRoot!.activeElement === code);
    type(inner(code), '123456');
    await backend.answer('verifyCode', session());
    assert.deepEqual(backend.last('verifyCode')?.slice(0, 2), ['79161234567', '123456']);
    await found(() => showsText('Anna'));
    assert.deepEqual(heard, ['in Anna']);
    assert.equal(await widget.client.getToken(), 'token-1');
  });

  test(`${dom}: an incomplete number is reported and not sent`, async () => {
    const { backend, query, click } = mount();
    const phone = await found(() => query<PhoneInput>('phone-input'));
    await phone.updateComplete;
    type(inner(phone), '916');
    click('[part=button]');
    await phone.updateComplete;
    await found(() => phone.shadowRoot!.querySelector('#error')!.textContent);
    assert.equal(inner(phone).getAttribute('aria-invalid'), 'true');
    assert.equal(backend.count('requestCode'), 0);
  });

  test(`${dom}: signs in by password after a wrong one, and out`, async () => {
    const { widget, backend, heard, query, click, showsText } = mount({ mode: 'login' });
    type(await found(() => query<HTMLInputElement>('#login')), 'anna');
    type(query<HTMLInputElement>('#password')!, 'wrong horse');
    click('[part=button]');
    await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
    assert.deepEqual(backend.last('login'), ['anna', 'wrong horse']);
    await found(() => widget.state.error && showsText(widget.state.error));
    query<HTMLInputElement>('#password')!.value = '';
    type(query<HTMLInputElement>('#password')!, 'correct horse');
    click('[part=button]');
    await backend.answer('login', session());
    assert.deepEqual(backend.last('login'), ['anna', 'correct horse']);
    await found(() => showsText('Anna'));
    click('[part=button]');
    await backend.answer('endSession');
    await found(() => query('#login'));
    assert.deepEqual(heard, ['in Anna', 'out logout']);
  });

  test(`${dom}: a stored session is restored, and a late listener hears of it`, async () => {
    const store = new FakeStore();
    store.stored = stored();
    const { widget, heard, showsText } = mount({ store });
    await found(() => showsText('Anna'));
    const late = await new Promise<Event>(resolve =>
      widget.addEventListener('auth-signed-in', resolve, { once: true }),
    );
    assert.deepEqual(heard, ['in Anna']);
    assert.ok(late.target === widget);
  });

  test(`${dom}: an input of a page has its value, label, validity and events`, async () => {
    document.body.innerHTML = `<form><label for="phone">Your phone</label>
      <phone-input id="phone" name="phone" required></phone-input><button></button></form>`;
    const form = document.querySelector('form')!;
    const phone = document.querySelector('phone-input')!;
    await phone.updateComplete;
    const heard: string[] = [];
    for (const type of ['input', 'change', 'invalid']) phone.addEventListener(type, () => heard.push(type));
    form.addEventListener('submit', event => {
      event.preventDefault();
      heard.push('submit');
    });
    assert.ok(phone.form === form);
    assert.equal(inner(phone).getAttribute('aria-label'), 'Your phone');
    assert.equal(phone.validity.valid, false);
    assert.equal(phone.validity.valueMissing, true);
    assert.equal(phone.reportValidity(), false);
    await phone.updateComplete;
    assert.equal(phone.shadowRoot!.querySelector('#error')!.textContent, phone.validationMessage);
    type(inner(phone), '9');
    assert.equal(phone.validity.tooShort, true);
    type(inner(phone), '161234567');
    assert.equal(phone.checkValidity(), true);
    assert.equal(phone.validationMessage, '');
    pressEnter(inner(phone));
    assert.deepEqual(heard, ['invalid', ...Array<string>(10).fill('input'), 'change', 'submit']);
    phone.setCustomValidity('Taken');
    assert.equal(phone.validity.customError, true);
    assert.equal(phone.validationMessage, 'Taken');
    phone.disabled = true;
    await phone.updateComplete;
    assert.equal(inner(phone).disabled, true);
    assert.equal(phone.willValidate, false);
    assert.equal(phone.checkValidity(), true);
    phone.remove();
    phone.value = '79160000000';
    assert.equal(inner(phone).value, '+7 (916) 000-00-00');
  });

  test(`${dom}: a number is blocked, while the focus is on a button`, async () => {
    const { backend, query, click, showsText } = mount();
    const phone = await found(() => query<PhoneInput>('phone-input'));
    await phone.updateComplete;
    type(inner(phone), '9161234567');
    query<HTMLElement>('[part=button]')!.focus();
    click('[part=button]');
    await backend.answer('requestCode', new AuthError('blocked', { retryAfter: 900 }));
    await found(() => showsText('Too many wrong codes.'));
    await found(() => query('[part=error] [part=link]'));
  });
}
