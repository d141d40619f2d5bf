// Random sequences of clicks, input methods, drops and keys, compared with the models in test/support/field-models.ts. Only
// Chromium can be driven to do all of these. Sequences of keys run in all browsers:
// test/elements/control/field-editor-sequences.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { register } from 'tsx/esm/api';
import { launch } from './support/browser.mjs';
import { startFormServer } from './support/form-server.mjs';

register();
const { CodeModel, PhoneModel } = await import('../support/field-models.js');

/** The number of sequences for each field, each of `MIN_STEPS` to 20 steps. */
const RUNS = 50;
const MIN_STEPS = 5;
/** Modifier bit of `Input.dispatchMouseEvent`. */
const SHIFT = 8;

/** One digit or more. */
const digits = (/** @type {number} */ maxLength) =>
  fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: 1, maxLength });
const KEYS = fc.oneof(
  { weight: 6, arbitrary: digits(1) },
  { weight: 3, arbitrary: fc.constantFrom('Backspace', 'Delete', 'Control+z', 'Control+y') },
  { weight: 2, arbitrary: fc.constantFrom('ArrowLeft', 'ArrowRight', 'Home', 'End') },
  { weight: 2, arbitrary: fc.constantFrom('Shift+ArrowLeft', 'Shift+ArrowRight', 'Control+a') },
);
/** Texts that other programs insert in one piece. */
const TEXTS = fc.oneof(
  digits(4),
  fc.constantFrom(
    '8 (916) 123-45-67',
    '+7 903 111-22-33',
    '+44 20 7946 0958',
    '+7 800',
    '123-456',
    'нет',
    'Код: 123456',
  ),
);
/** The index of a place in the text, or of a cell. */
const PLACE = fc.integer({ min: 0, max: 18 });

const STEPS = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('press'), key: KEYS }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('click'), at: PLACE, hasShift: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('drag'), from: PLACE, to: PLACE }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('drop'), at: PLACE, text: TEXTS }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('commit'), text: TEXTS }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('compose'),
      texts: fc.array(fc.oneof(digits(3), TEXTS), { minLength: 1, maxLength: 3 }),
      isKept: fc.boolean(),
    }),
  },
);

/** @typedef {typeof STEPS extends fc.Arbitrary<infer Step> ? Step : never} Step */
/** @typedef {import('./support/inputs-page.mjs').InputTag} InputTag */
/** @typedef {import('../support/field-models.js').FieldModel} FieldModel */
/** @typedef {import('../support/field-models.js').Snapshot} Snapshot */
/** @typedef {Omit<Snapshot, 'selection'> & Partial<Snapshot>} Expected a selection is compared only if there is one */
/** @typedef {[x: number, y: number]} Point */

/**
 * Runs in the page: the value, text and selection of the field as soon as they are the expected ones, otherwise those one
 * second later.
 * @param {Expected} expected
 */
const readField = async expected => {
  const host = document.querySelector('phone-input') ?? document.querySelector('code-input');
  const input = host?.shadowRoot?.querySelector('input');
  if (!host || !input) throw new Error('the field is not rendered');
  const read = () => ({
    value: host.value,
    text: input.value,
    ...(expected.selection && { selection: [input.selectionStart, input.selectionEnd] }),
  });
  const end = performance.now() + 1000;
  while (JSON.stringify(read()) !== JSON.stringify(expected) && performance.now() < end)
    await new Promise(resolve => requestAnimationFrame(resolve));
  return read();
};

/**
 * Runs in the page: where to click, as x coordinates with one y for all. `places` lie before each character and after the
 * last one; `cells` are the middles of the cells.
 */
const measure = () => {
  const root = document.querySelector('phone-input, code-input')?.shadowRoot;
  const input = root?.querySelector('input');
  if (!root || !input) throw new Error('the field is not rendered');
  const { left, top, height } = input.getBoundingClientRect();
  const style = getComputedStyle(input);
  // The positions of characters in an input can't be measured, but those of the same text in a span can.
  const mirror = document.createElement('span');
  mirror.style.cssText = 'position: absolute; white-space: pre; visibility: hidden';
  for (const name of ['family', 'size', 'weight', 'style', 'stretch', 'kerning', 'variant-numeric'])
    mirror.style.setProperty(`font-${name}`, style.getPropertyValue(`font-${name}`));
  mirror.style.letterSpacing = style.letterSpacing;
  const text = document.createTextNode(input.value);
  mirror.append(text);
  document.body.append(mirror);
  const start = left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft);
  const ends = Array.from({ length: text.length }, (_, index) => {
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, index + 1);
    return range.getBoundingClientRect().width;
  });
  mirror.remove();
  const cells = [...root.querySelectorAll('span')].map(cell => {
    const { left, width } = cell.getBoundingClientRect();
    return left + width / 2;
  });
  // A click places the caret at the nearest edge between characters.
  const places = [0, ...ends].map(edge => start + edge);
  return { y: top + height / 2, places, cells };
};

/** Runs in the page: replaces the field by a new one, and focuses it. */
const replaceField = async (/** @type {InputTag} */ tag) => {
  const field = document.createElement(tag);
  document.querySelector('main')?.replaceChildren(field);
  await field.updateComplete;
  field.focus();
};

/** The fields. `targets` says what clicks aim at: characters or cells. */
const FIELDS = /** @type {const} */ ([
  { tag: 'phone-input', Model: PhoneModel, targets: 'places' },
  { tag: 'code-input', Model: CodeModel, targets: 'cells' },
]);

describe('generated sequences with mouse, input method and drops', () => {
  /** @type {import('./support/form-server.mjs').FormServer} */
  let server;
  /** @type {import('playwright-core').Browser} */
  let browser;
  before(async () => {
    [server, browser] = await Promise.all([startFormServer(), launch()]);
    server.show('<main></main>');
  });
  after(() => Promise.all([browser.close(), server.close()]));

  for (const { tag, Model, targets } of FIELDS) {
    test(`${tag}: value, text and caret are those of the model, after every step of ${RUNS} sequences`, async () => {
      const page = await browser.newPage();
      const client = await page.context().newCDPSession(page);
      await page.goto(server.url);
      await page.evaluate(tag => customElements.whenDefined(tag).then(() => {}), tag);
      let count = 0;

      /**
       * Presses the left button at one point and releases it at another. For a click, both are the same.
       * @param {Point} from
       * @param {Point} to
       */
      const drag = async (from, to, modifiers = 0) => {
        /** @type {(type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', point: Point, buttons: number) => unknown} */
        const send = (type, [x, y], buttons) =>
          client.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1, modifiers });
        await send('mousePressed', from, 1);
        if (from !== to) await send('mouseMoved', to, 1);
        await send('mouseReleased', to, 0);
      };

      /**
       * Finds a place in the field as it is now, or the last place if the field has fewer.
       * @param {'places' | 'cells'} kind
       * @param {number} wanted
       * @returns {Promise<{ index: number, point: Point }>}
       */
      const locate = async (kind, wanted) => {
        const { y, ...lists } = await page.evaluate(measure);
        const index = Math.min(wanted, lists[kind].length - 1);
        return { index, point: [lists[kind][index] ?? NaN, y] };
      };

      /**
       * Performs a step in the field and in the model.
       * @param {Step} step
       * @param {FieldModel} model
       */
      const doStep = async (step, model) => {
        switch (step.type) {
          case 'press':
            await page.keyboard.press(step.key);
            model.press(step.key);
            break;
          case 'click': {
            const { index, point } = await locate(targets, step.at);
            await drag(point, point, step.hasShift ? SHIFT : 0);
            model.click(index, step.hasShift);
            break;
          }
          case 'drag': {
            const [begin, end] = [await locate(targets, step.from), await locate(targets, step.to)];
            // Dragging selected text would move it, which is another gesture, so a click clears the selection first.
            await drag(end.point, end.point);
            model.click(end.index);
            await drag(begin.point, end.point);
            model.drag(begin.index, end.index);
            break;
          }
          case 'drop': {
            const { index, point } = await locate('places', step.at);
            const [x, y] = point;
            const data = { items: [{ mimeType: 'text/plain', data: step.text }], dragOperationsMask: 1 };
            for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop']))
              await client.send('Input.dispatchDragEvent', { type, x, y, data });
            model.drop(index, step.text);
            break;
          }
          case 'commit':
            await client.send('Input.insertText', { text: step.text });
            model.commit(step.text);
            break;
          case 'compose': {
            for (const text of step.texts) {
              const { length } = text;
              await client.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length });
              const expected = model.composing(text);
              assert.deepEqual(await page.evaluate(readField, expected), expected, `while ${text} is composed`);
            }
            const last = step.isKept ? (step.texts.at(-1) ?? '') : '';
            if (step.isKept) await client.send('Input.insertText', { text: last });
            else await client.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
            model.compose(last);
            break;
          }
        }
      };

      await fc.assert(
        fc.asyncProperty(fc.array(STEPS, { minLength: MIN_STEPS, maxLength: 20 }), async steps => {
          await page.evaluate(replaceField, tag);
          const model = new Model('');
          for (const [index, step] of steps.entries()) {
            count++;
            await doStep(step, model);
            const expected = model.snapshot;
            const actual = await page.evaluate(readField, expected);
            assert.deepEqual(actual, expected, `after step ${index}, ${JSON.stringify(step)}`);
          }
        }),
        // An interruption is a failure, and is reported with its seed.
        { numRuns: RUNS, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: true },
      );
      assert.ok(count >= RUNS * MIN_STEPS, `${count} steps`);
      await page.close();
    });
  }
});
