// Random sequences of mouse, input method, drops and keys, against the models of test/support/field-models.ts. Only
// Chromium can be driven to all of these. Sequences of keys run in all browsers, in
// test/elements/text-control-sequences.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { register } from 'tsx/esm/api';
import { launch } from './support/browser.mjs';
import { startFormServer } from './support/form-server.mjs';

register();
const { CodeModel, PhoneModel } = await import('../support/field-models.ts');

/** Sequences for each field, of up to 20 steps. */
const RUNS = 100;
const SHIFT = 8;

const digits = max => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max });
const KEYS = fc.oneof(
  { weight: 6, arbitrary: digits(1) },
  { weight: 3, arbitrary: fc.constantFrom('Backspace', 'Delete', 'Control+z', 'Control+y') },
  { weight: 2, arbitrary: fc.constantFrom('ArrowLeft', 'ArrowRight', 'Home', 'End') },
  { weight: 2, arbitrary: fc.constantFrom('Shift+ArrowLeft', 'Shift+ArrowRight', 'Control+a') },
);
/** Texts that arrive at once, from other programs. */
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
/** Index of a place in the text, or of a cell. */
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

/** Runs in the page: what is seen of the field, once it is what is expected, or after one second. */
const look = expected => {
  const host = document.querySelector('phone-input, code-input');
  const input = host.shadowRoot.querySelector('input');
  const end = performance.now() + 1000;
  return new Promise(resolve => {
    (function again() {
      const seen = { value: host.value, text: input.value };
      if (expected.selection) seen.selection = [input.selectionStart, input.selectionEnd];
      if (JSON.stringify(seen) === JSON.stringify(expected) || performance.now() > end) resolve(seen);
      else requestAnimationFrame(again);
    })();
  });
};

/** Runs in the page: where to click to place the caret before each character and behind the last; and on each cell. */
const measure = () => {
  const root = document.querySelector('phone-input, code-input').shadowRoot;
  const input = root.querySelector('input');
  const { left, top, height } = input.getBoundingClientRect();
  const style = getComputedStyle(input);
  // The positions of characters in an input can't be measured, but those of the same text in a span can.
  const mirror = document.createElement('span');
  mirror.style.cssText = 'position: absolute; white-space: pre; visibility: hidden';
  for (const name of ['Family', 'Size', 'Weight', 'Style', 'Stretch', 'Kerning', 'VariantNumeric'])
    mirror.style[`font${name}`] = style[`font${name}`];
  mirror.style.letterSpacing = style.letterSpacing;
  mirror.textContent = input.value;
  document.body.append(mirror);
  const start = left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft);
  const ends = [...input.value].map((_, index) => {
    const range = document.createRange();
    range.setStart(mirror.firstChild, 0);
    range.setEnd(mirror.firstChild, index + 1);
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

const FIELDS = {
  'phone-input': {
    Model: PhoneModel,
    /** Places are before characters. */
    spots: ({ places }) => places,
  },
  'code-input': {
    Model: CodeModel,
    /** Places are cells. */
    spots: ({ cells }) => cells,
  },
};

describe('generated sequences with mouse, input method and drops', () => {
  let server;
  let browser;
  before(async () => {
    [server, browser] = await Promise.all([startFormServer(), launch()]);
    server.show('<main></main>');
  });
  after(() => Promise.all([browser?.close(), server?.close()]));

  for (const [tag, { Model, spots }] of Object.entries(FIELDS)) {
    test(`${tag}: value, text and caret are those of the model, after every step of ${RUNS} sequences`, async () => {
      const page = await browser.newPage();
      const client = await page.context().newCDPSession(page);
      await page.goto(server.url);
      await page.evaluate(tag => customElements.whenDefined(tag).then(() => {}), tag);
      const ask = (fn, ...args) => page.evaluate(`(${fn})(${args.map(arg => JSON.stringify(arg)).join(', ')})`);
      let count = 0;

      /** Presses the left button at one point, and releases it at another. Both are the same for a click. */
      const drag = async (from, to, modifiers = 0) => {
        const send = (type, [x, y], buttons) =>
          client.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1, modifiers });
        await send('mousePressed', from, 1);
        if (from !== to) await send('mouseMoved', to, 1);
        await send('mouseReleased', to, 0);
      };

      /** Performs the step in the field and in the model. */
      const doStep = async (step, model) => {
        const { type, key, at, from, to, text, texts, hasShift, isKept } = step;
        const measured = type === 'press' || type === 'commit' || type === 'compose' ? undefined : await ask(measure);
        const placeIn = (list, place) => Math.min(place, list.length - 1);
        const point = (list, place) => [list[placeIn(list, place)], measured.y];
        if (type === 'press') {
          await page.keyboard.press(key);
          model.press(key);
        } else if (type === 'click') {
          const list = spots(measured);
          const place = point(list, at);
          await drag(place, place, hasShift ? SHIFT : 0);
          model.click(placeIn(list, at), hasShift);
        } else if (type === 'drag') {
          const list = spots(measured);
          const [begin, end] = [point(list, from), point(list, to)];
          // Dragging a selected text would move it, which is another gesture: a click clears the selection first.
          await drag(end, end);
          model.click(placeIn(list, to));
          await drag(begin, end);
          model.drag(placeIn(list, from), placeIn(list, to));
        } else if (type === 'drop') {
          const [x, y] = point(measured.places, at);
          const data = { items: [{ mimeType: 'text/plain', data: text }], dragOperationsMask: 1 };
          for (const type of ['dragEnter', 'dragOver', 'drop'])
            await client.send('Input.dispatchDragEvent', { type, x, y, data });
          model.drop(placeIn(measured.places, at), text);
        } else if (type === 'commit') {
          await client.send('Input.insertText', { text });
          model.commit(text);
        } else {
          for (const text of texts) {
            const { length } = text;
            await client.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length });
            const expected = model.composing(text);
            assert.deepEqual(await ask(look, expected), expected, `while ${text} is composed`);
          }
          const last = isKept ? texts.at(-1) : '';
          if (isKept) await client.send('Input.insertText', { text: last });
          else await client.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
          model.compose(last);
        }
      };

      await fc.assert(
        fc.asyncProperty(fc.array(STEPS, { minLength: 1, maxLength: 20 }), async steps => {
          await ask(tag => {
            const field = document.createElement(tag);
            document.querySelector('main').replaceChildren(field);
            return field.updateComplete.then(() => field.focus());
          }, tag);
          const model = new Model('');
          for (const [index, step] of steps.entries()) {
            count++;
            await doStep(step, model);
            const expected = model.snapshot;
            assert.deepEqual(await ask(look, expected), expected, `after step ${index}, ${JSON.stringify(step)}`);
          }
        }),
        // An interruption is a failure, and is reported with its seed.
        { numRuns: RUNS, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: true },
      );
      assert.ok(count > RUNS * 5, `${count} steps`);
      await page.close();
    });
  }
});
