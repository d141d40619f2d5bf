// Autofill by the browser: docs/behaviour/inputs.md#autofill-and-password-managers
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/define/code-input.js';
import '../../../src/define/phone-input.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { cdp, inner, isChromium, media, until } from '../../support/browser.js';

/** Fills in a form as if an address had been chosen from the browser's list. Chromium only, through the DevTools protocol. */
async function autofill(input: HTMLInputElement, fields: readonly { name: string; value: string }[]): Promise<void> {
  Object.assign(window, { autofilled: input });
  const { result } = await cdp<{ result: { objectId: string } }>('Runtime.evaluate', { expression: 'autofilled' });
  const { node } = await cdp<{ node: { backendNodeId: number } }>('DOM.describeNode', { objectId: result.objectId });
  await cdp('Autofill.enable');
  await cdp('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
}

describe('phone-input: the events of autofill', () => {
  it('handles those of Chromium: keydown without key, input without inputType, change', async () => {
    for (const text of ['+79161234567', '89161234567', '9161234567']) {
      const element = await fixture<PhoneInput>(html`<phone-input></phone-input>`);
      const changes: string[] = [];
      element.addEventListener('change', () => changes.push(element.value));
      const input = inner(element);
      input.dispatchEvent(new Event('keydown', { bubbles: true, composed: true }));
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
      input.dispatchEvent(new Event('keyup', { bubbles: true, composed: true }));
      expect(element.value).to.equal('79161234567');
      expect(input.value).to.equal('+7 (916) 123-45-67');
      expect(changes).to.deep.equal(['79161234567']);
    }
  });
});

if (isChromium) {
  describe('phone-input: the autofill of the browser', () => {
    for (const [autocomplete, filled] of [
      ['tel', '+79161234567'],
      ['tel', '89161234567'],
      ['tel-national', '+79161234567'], // Chromium converts it to the national form
    ] as const) {
      it(`autocomplete=${autocomplete} from ${filled}`, async () => {
        const form = await fixture<HTMLFormElement>(
          html`<form>
            <input name="name" aria-label="Name" autocomplete="name" />
            <phone-input name="phone" autocomplete=${autocomplete} required></phone-input>
            <input name="mail" aria-label="Mail" autocomplete="email" />
            <input name="street" aria-label="Street" autocomplete="street-address" />
          </form>`,
        );
        const element = form.querySelector('phone-input')!;
        const events: string[] = [];
        for (const type of ['input', 'change']) {
          element.addEventListener(type, () => events.push(`${type} ${element.value}`));
        }
        element.focus();
        await autofill(inner(element), [
          { name: 'NAME_FULL', value: 'Ivan Petrov' },
          { name: 'EMAIL_ADDRESS', value: 'ivan@example.com' },
          { name: 'ADDRESS_HOME_COUNTRY', value: 'RU' },
          { name: 'PHONE_HOME_WHOLE_NUMBER', value: filled },
        ]);
        await until(() => inner(element).matches(':autofill') && element.value);
        expect(element.value).to.equal('79161234567');
        expect(inner(element).value).to.equal('+7 (916) 123-45-67');
        expect(form.querySelector('input')!.value).to.equal('Ivan Petrov');
        expect(events).to.deep.equal(['input 79161234567', 'change 79161234567']);
        expect(element.checkValidity()).to.equal(true);
      });
    }
  });

  describe('code-input: the autofill of the browser', () => {
    afterEach(() => media({ reducedMotion: 'no-preference' }));

    // Codes can't be autofilled in a test; a postcode is filled in by the same mechanism.
    for (const reducedMotion of ['no-preference', 'reduce']) {
      it(`the text of the input stays transparent, reduced motion: ${reducedMotion}`, async () => {
        await media({ reducedMotion });
        const form = await fixture<HTMLFormElement>(
          html`<form>
            <input aria-label="Name" autocomplete="name" />
            <input aria-label="Street" autocomplete="street-address" />
            <code-input autocomplete="postal-code"></code-input>
          </form>`,
        );
        const element = form.querySelector('code-input')!;
        element.focus();
        await autofill(inner(element), [
          { name: 'NAME_FULL', value: 'Ivan Petrov' },
          { name: 'ADDRESS_HOME_COUNTRY', value: 'RU' },
          { name: 'ADDRESS_HOME_STREET_ADDRESS', value: 'Lenina 1' },
          { name: 'ADDRESS_HOME_ZIP', value: '123456' },
        ]);
        await until(() => inner(element).matches(':autofill') && element.value);
        expect(element.value).to.equal('123456');
        const { backgroundColor } = getComputedStyle(inner(element));
        expect(backgroundColor).to.equal('rgba(0, 0, 0, 0)');
      });
    }
  });
}
