// Random sequences of keys, sent by the browser with a real clipboard, against the models of test/support/field-models.ts.
import { expect, fixture, html } from '@open-wc/testing';
import fc from 'fast-check';
import { CodeInput } from '../../../src/define/code-input.js';
import { PhoneInput } from '../../../src/define/phone-input.js';
import { copy, inner, isChromium, pressAll } from '../../support/browser.js';
import { CodeModel, PhoneModel, type Snapshot } from '../../support/field-models.js';

/** How many sequences are run. Chromium takes a sequence at once, the other browsers take it key by key and run fewer. */
const RUNS = isChromium ? 80 : 40;

const KEYS = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...Array.from('0123456789')) },
  { weight: 3, arbitrary: fc.constantFrom('7', '8', '9') },
  { weight: 1, arbitrary: fc.constant('q') },
  { weight: 4, arbitrary: fc.constantFrom('Backspace', 'Delete') },
  { weight: 6, arbitrary: fc.constantFrom('ArrowLeft', 'ArrowRight', 'Home', 'End') },
  { weight: 4, arbitrary: fc.constantFrom('Shift+ArrowLeft', 'Shift+ArrowRight', 'Control+a') },
  { weight: 2, arbitrary: fc.constantFrom('Control+x', 'Control+v') },
  { weight: 3, arbitrary: fc.constantFrom('Control+z', 'Control+y') },
);

const CLIPBOARD = fc.oneof(
  fc.constantFrom(
    '8 (916) 123-45-67',
    '+7 903 111-22-33',
    '+44 20 7946 0958',
    '+7 800 123-45-67',
    '123-456',
    'нет',
    '+7',
  ),
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789+-() ')), minLength: 1, maxLength: 12 }),
);

for (const { tag, Class, Model } of [
  { tag: 'phone-input', Class: PhoneInput, Model: PhoneModel },
  { tag: 'code-input', Class: CodeInput, Model: CodeModel },
]) {
  describe(`${tag}: generated sequences of keys`, () => {
    it(`value, text and caret match the model after every key of ${RUNS} sequences`, async function () {
      this.timeout(150_000);
      const box = await fixture<HTMLElement>(html`<div></div>`);
      await fc.assert(
        fc.asyncProperty(fc.array(KEYS, { minLength: 1, maxLength: 30 }), CLIPBOARD, async (keys, clipboard) => {
          const control = new Class();
          box.replaceChildren(control);
          await control.updateComplete;
          const seen: Snapshot[] = [];
          if (keys.includes('Control+v')) await copy(clipboard);
          control.focus();
          const record = ({ key }: KeyboardEvent) => {
            if (['Control', 'Shift'].includes(key)) return;
            const { value, selectionStart, selectionEnd } = inner(control);
            seen.push({ value: control.value, text: value, selection: [selectionStart!, selectionEnd!] });
          };
          control.addEventListener('keyup', record);
          await pressAll(keys);
          const model = new Model(clipboard);
          keys.forEach((key, index) => {
            model.press(key);
            expect(seen[index], `after ${keys.slice(0, index + 1).join(' ')}`).to.deep.equal(model.snapshot);
          });
          expect(seen.length).to.equal(keys.length);
        }),
        {
          numRuns: RUNS,
          examples: [
            [['Control+v', 'Home', 'Delete', '7'], '+7 800 123-45-67'],
            [['Control+v', '0'], '+ '],
          ],
        },
      );
    });
  });
}
