// npm run bench keys: the cost of a key in phone-input, code-input and the widget, compared with a bare element of the same kind.
//
// The bare element is the minimum for such a form control: a form-associated element with the same native input in its shadow
// root (type, placeholder and attributes), listeners for the same events of a key, which only read, and `setFormValue`. It formats,
// overwrites and draws nothing. Both are measured in the same run, so that the speed of the machine cancels out.
//
// The benchmark measures the main thread's CPU time inside the dispatch of a key's events (keydown, keypress, beforeinput,
// input, keyup, selectionchange and what they cause), from a trace of Chromium. It measures every key, takes the fields in turn,
// and opens a fresh page for each. It also measures the time from the keydown to the end of the next frame. It ends with exit
// code 1 if the median of either measure is above its limit in `KINDS`, as a multiple of the bare element's.
//
//   --rounds=12   pages per field; one more comes first, to warm up the browser
//   --rate=4      CPU slowdown
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { launch } from '../test/e2e/support/browser.mjs';
import { listen } from '../test/e2e/support/listen.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    rate: { type: 'string', default: '4' },
  },
});
const options = { rounds: Number(values.rounds), rate: Number(values.rate) };
if (!(options.rounds >= 1 && options.rate >= 1)) throw new Error('--rounds and --rate are numbers of at least 1.');

/** Milliseconds between two keys, at a person's pace, so that the work of a key doesn't run into the next one. */
const KEY_GAP_MS = 120;

/** Attributes that the inner inputs of all elements have: see renderField in src/elements/control/field.view.ts. */
const ATTRIBUTES = {
  dir: 'ltr',
  spellcheck: 'false',
  autocorrect: 'off',
  translate: 'no',
  'aria-describedby': 'error about hint',
  'aria-invalid': 'false',
  'aria-busy': 'false',
};
/** A bare field for a phone number. */
const BARE_PHONE = {
  attributes: {
    ...ATTRIBUTES,
    type: 'tel',
    inputmode: 'tel',
    autocomplete: 'tel',
    placeholder: '+7 (___) ___-__-__',
    'aria-label': 'Phone number',
  },
  listensToSelection: false,
};
/** Each element, what is typed into it, what its bare counterpart consists of, and the highest ratio that is allowed for each measure. */
const KINDS = [
  { tag: 'phone-input', keys: '9161234567', bare: BARE_PHONE, limits: { dispatch: 1.3, frame: 1.6 } },
  { tag: 'auth-widget', keys: '9161234567', bare: BARE_PHONE, limits: { dispatch: 2, frame: 1.6 } },
  {
    tag: 'code-input',
    keys: '123456',
    bare: {
      attributes: {
        ...ATTRIBUTES,
        type: 'text',
        inputmode: 'numeric',
        autocomplete: 'one-time-code',
        'aria-label': 'Confirmation code',
      },
      listensToSelection: true,
    },
    limits: { dispatch: 1.3, frame: 1.6 },
  },
];
const bareTagOf = (/** @type {string} */ tag) => `bare-${tag}`;

/**
 * What a bare element consists of.
 * @typedef {object} BareElement
 * @property {Record<string, string>} attributes of the native input
 * @property {boolean} listensToSelection
 */

/**
 * Runs in the page.
 * @param {string} tag
 * @param {BareElement} bare
 */
function defineBareElement(tag, { attributes, listensToSelection }) {
  customElements.define(
    tag,
    class extends HTMLElement {
      static formAssociated = true;

      constructor() {
        super();
        const internals = this.attachInternals();
        const input = document.createElement('input');
        for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
        const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
        root.append(input);
        /** @type {ArrayLike<unknown> | undefined} */
        let last; // keeps what was read, so that no engine can optimise the reading away
        const readSelection = () => (last = [input.selectionStart, input.selectionEnd, last?.length]);
        input.addEventListener('keydown', event => (last = event.key));
        input.addEventListener('keypress', event => (last = event.key));
        input.addEventListener('beforeinput', readSelection);
        input.addEventListener('input', () => internals.setFormValue(input.value, null));
        if (!listensToSelection) return;
        for (const target of [document, root]) target.addEventListener('selectionchange', readSelection);
      }
    },
  );
}

/** The events that a key causes. */
const KEY_EVENTS = new Set(
  'keydown keypress beforeinput textInput input keyup selectionchange change code-complete formdata'.split(' '),
);

/** Builds the elements. Returns a map of path to code. */
async function bundle() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const builds = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: Object.fromEntries(KINDS.map(({ tag }) => [tag, `src/define/${tag}.ts`])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  const chunks = [builds].flat().flatMap(result => ('output' in result ? result.output : []));
  return new Map(chunks.flatMap(chunk => (chunk.type === 'chunk' ? [[`/${chunk.fileName}`, chunk.code]] : [])));
}

/**
 * Serves the modules, and a page with the element that the query names.
 * @param {Map<string, string>} modules code by path
 */
function serve(modules) {
  const scripts = KINDS.map(
    ({ tag, bare }) =>
      `import '/${tag}.js'; (${String(defineBareElement)})(${JSON.stringify(bareTagOf(tag))}, ${JSON.stringify(bare)});`,
  );
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const module = modules.get(pathname);
    const tag = searchParams.get('tag') ?? '';
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Keys</title><${tag}></${tag}>
      <script type="module">${scripts.join('\n')}</script></html>`;
    response.setHeader('content-type', module ? 'text/javascript' : 'text/html');
    response.end(module ?? page);
  });
  return listen(server);
}

/**
 * An event of a trace. Times are in microseconds. `tdur` is CPU time; where it's missing, `dur` counts, which is wall time.
 * @typedef {{ name: string, ph: string, ts: number, dur: number, tdur?: number, pid: number, tid: number,
 *   args: { data: { type: string } } }} DispatchEvent
 */

/**
 * Milliseconds of CPU time in the dispatch of each key's events, from a trace.
 * @param {Buffer} trace
 */
function dispatchTimes(trace) {
  /** @type {{ traceEvents: DispatchEvent[] }} */
  const { traceEvents } = JSON.parse(trace.toString());
  const events = traceEvents
    .filter(event => event.name === 'EventDispatch' && event.ph === 'X')
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const keys = events.filter(event => event.args.data.type === 'keydown');
  return keys.map((key, index) => {
    // In microseconds. The last key has no next one, so its events count for four gaps.
    const until = Math.min(keys[index + 1]?.ts ?? Infinity, key.ts + 4 * KEY_GAP_MS * 1000);
    let end = 0;
    let sum = 0;
    for (const event of events) {
      const { ts, dur, tdur, pid, tid, args } = event;
      if (pid !== key.pid || tid !== key.tid || ts < key.ts || ts >= until || !KEY_EVENTS.has(args.data.type)) continue;
      if (ts < end) continue; // dispatched inside another event, whose time includes it
      end = ts + dur;
      sum += tdur ?? dur;
    }
    return sum / 1000;
  });
}

/** Runs in the page: measures the time from each keydown to the end of the next frame, in milliseconds. */
function measureFrames() {
  /** @type {number[]} */
  const frames = [];
  Object.assign(globalThis, { frameTimes: frames });
  const { port1, port2 } = new MessageChannel();
  /** @type {number[]} */
  const starts = [];
  port1.onmessage = () => frames.push(performance.now() - (starts.shift() ?? NaN));
  const onKey = () => {
    starts.push(performance.now());
    requestAnimationFrame(() => port2.postMessage(null));
  };
  addEventListener('keydown', onKey, true);
}

/**
 * Types into the element on a new page. Returns the CPU time and the time to the frame of each key, in milliseconds.
 * @param {import('playwright-core').Browser} browser
 * @param {string} origin
 * @param {string} tag
 * @param {string} keys
 */
async function typeInto(browser, origin, tag, keys) {
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.addInitScript(measureFrames);
    await page.goto(`${origin}/?tag=${tag}`);
    const field = page.locator('input');
    await field.click();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: options.rate });
    await browser.startTracing(page, { categories: ['devtools.timeline'] }); // each additional category costs time
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(KEY_GAP_MS);
    }
    const times = dispatchTimes(await browser.stopTracing());
    const typed = (await field.inputValue()).replace(/\D/g, '').slice(-keys.length);
    if (typed !== keys || times.length !== keys.length) throw new Error(`${tag}: ${typed}, ${times.length} keys`);
    const frames = /** @type {number[]} */ (await page.evaluate(() => Reflect.get(globalThis, 'frameTimes')));
    return { dispatch: times, frame: frames };
  } finally {
    await context.close();
  }
}

/**
 * The quantile of the numbers.
 * @param {number[]} numbers
 * @param {number} part from 0 to below 1: the part of the numbers that is below it
 */
const quantile = (numbers, part) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * part)] ?? NaN;

const fields = KINDS.flatMap(({ tag, keys }) => [
  { tag, keys },
  { tag: bareTagOf(tag), keys },
]);
/** @typedef {'dispatch' | 'frame'} Measure */
/** @type {Map<string, Record<Measure, number[]>>} milliseconds of every key by tag */
const times = new Map(fields.map(({ tag }) => [tag, { dispatch: [], frame: [] }]));
const timesOf = (/** @type {string} */ tag, /** @type {Measure} */ measure) => times.get(tag)?.[measure] ?? [];
const server = await serve(await bundle());
const browser = await launch();
try {
  for (let round = 0; round <= options.rounds; round++) {
    for (const { tag, keys } of fields) {
      const { dispatch, frame } = await typeInto(browser, server.url, tag, keys);
      if (round === 0) continue;
      timesOf(tag, 'dispatch').push(...dispatch);
      timesOf(tag, 'frame').push(...frame);
    }
  }
} finally {
  await browser.close();
  await server.close();
}

const TITLES = { dispatch: 'of CPU time in event dispatch', frame: 'from keydown to the end of the next frame' };
for (const measure of /** @type {const} */ (['dispatch', 'frame'])) {
  console.log(`One key, ms ${TITLES[measure]} at ${options.rate}× slowdown: median and 90th percentile`);
  for (const { tag } of fields) {
    const list = timesOf(tag, measure);
    console.log(
      `  ${tag.padEnd(18)} ${quantile(list, 0.5).toFixed(2)}  ${quantile(list, 0.9).toFixed(2)}  (${list.length} keys)`,
    );
  }
  for (const { tag, limits } of KINDS) {
    const ratio = quantile(timesOf(tag, measure), 0.5) / quantile(timesOf(bareTagOf(tag), measure), 0.5);
    const limit = limits[measure];
    const isAbove = ratio > limit;
    console.log(`  ${tag}: ${ratio.toFixed(2)}× its bare element, ${isAbove ? 'above' : 'within'} ${limit}×`);
    if (isAbove) process.exitCode = 1;
  }
}
