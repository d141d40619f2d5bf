// npm run bench:keys: what a key costs in phone-input and code-input, next to a plain <input>, in one run.
//
// From a trace of Chromium at 4× CPU slowdown: CPU time of the main thread inside the dispatch of the key's events
// (keydown, keypress, beforeinput, input, keyup, selectionchange and what else the key sets off), of every key, fields
// in turn, fresh pages. The plain input has the same attributes: a placeholder costs something too.
// The medians are compared. --limit=1.3 makes a higher ratio an error; --rounds=12 --rate=4.
// The bare element is the least that a control can be: an input in a shadow root, the listeners that the rules of the
// inputs need, each of which only looks, and the value told to the form. Nothing is formatted, overwritten or drawn.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { build } from 'vite';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    rate: { type: 'string', default: '4' },
    limit: { type: 'string' },
  },
});

const KEY_GAP_MS = 120;
const FIELDS = {
  'plain input, 10 digits': [
    '<input type="tel" inputmode="tel" autocomplete="tel" placeholder="+7 (___) ___-__-__">',
    '9161234567',
  ],
  'phone-input, 10 digits': ['<phone-input></phone-input>', '9161234567'],
  'plain input, 6 digits': ['<input inputmode="numeric" autocomplete="one-time-code">', '123456'],
  'code-input, 6 digits': ['<code-input></code-input>', '123456'],
  'bare element, 6 digits': ['<bare-element></bare-element>', '123456'],
};
const PAIRS = [
  ['phone-input, 10 digits', 'plain input, 10 digits'],
  ['code-input, 6 digits', 'plain input, 6 digits'],
  ['bare element, 6 digits', 'plain input, 6 digits'],
];
/** Script of the page. */
const BARE_ELEMENT = `
  customElements.define('bare-element', class extends HTMLElement {
    static formAssociated = true;
    constructor() {
      super();
      const internals = this.attachInternals();
      const input = document.createElement('input');
      input.inputMode = 'numeric';
      input.autocomplete = 'one-time-code';
      this.attachShadow({ mode: 'open', delegatesFocus: true }).append(input);
      let seen;
      const look = () => (seen = input.selectionStart);
      input.addEventListener('keydown', event => (seen = event.key));
      input.addEventListener('beforeinput', look);
      input.addEventListener('input', () => internals.setFormValue(input.value, null));
      for (const root of [document, this.shadowRoot]) root.addEventListener('selectionchange', look);
    }
  });`;
/** Events that a key sets off. */
const KEY_EVENTS = new Set(
  'keydown keypress beforeinput textInput input keyup selectionchange change code-complete formdata'.split(' '),
);

async function bundle() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: { phone: 'src/define/phone-input.ts', code: 'src/define/code-input.ts' },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  return new Map(output.map(chunk => [`/${chunk.fileName}`, chunk.code]));
}

function serve(modules) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const module = modules.get(pathname);
    const [markup = ''] = FIELDS[searchParams.get('field')] ?? [];
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Keys</title>${markup}
      <script type="module">import '/phone.js'; import '/code.js'; ${BARE_ELEMENT}</script></html>`;
    response.setHeader('content-type', module ? 'text/javascript' : 'text/html');
    response.end(module ?? page);
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Milliseconds of CPU time in the dispatch of each key's events, from a trace. */
function dispatchTimes(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const events = traceEvents
    .filter(event => event.name === 'EventDispatch' && event.ph === 'X')
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const keys = events.filter(event => event.args.data.type === 'keydown');
  return keys.map((key, index) => {
    const until = Math.min(keys[index + 1]?.ts ?? Infinity, key.ts + KEY_GAP_MS * 4000);
    let end = 0;
    let sum = 0;
    for (const event of events) {
      const { ts, dur, tdur, pid, tid, args } = event;
      if (pid !== key.pid || tid !== key.tid || ts < key.ts || ts >= until || !KEY_EVENTS.has(args.data.type)) continue;
      if (ts < end) continue; // dispatched by another one, and in its time already
      end = ts + dur;
      sum += tdur ?? dur;
    }
    return sum / 1000;
  });
}

async function typeInto(browser, origin, name) {
  const [, text] = FIELDS[name];
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.goto(`${origin}/?field=${encodeURIComponent(name)}`);
    const field = page.locator('input');
    await field.click();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: Number(options.rate) });
    await browser.startTracing(page, { categories: ['devtools.timeline'] }); // and no more: what is traced costs time
    for (const key of text) {
      await page.keyboard.press(key);
      await page.waitForTimeout(KEY_GAP_MS); // a person's pace: one key's work must not run into the next
    }
    const times = dispatchTimes(await browser.stopTracing());
    const typed = (await field.inputValue()).replace(/\D/g, '').slice(-text.length);
    if (typed !== text || times.length !== text.length) throw new Error(`${name}: ${typed}, ${times.length} keys`);
    return times;
  } finally {
    await context.close();
  }
}

const median = numbers => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const server = await serve(await bundle());
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--disable-gpu', '--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
const times = Object.fromEntries(Object.keys(FIELDS).map(name => [name, []]));
try {
  const origin = `http://127.0.0.1:${server.address().port}`;
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const name of Object.keys(FIELDS)) {
      const measured = await typeInto(browser, origin, name);
      if (round > 0) times[name].push(...measured); // the first one warms the browser up
    }
  }
} finally {
  await browser.close();
  server.close();
}

console.log(`One key, ms of CPU time in event dispatch at ${options.rate}× slowdown: median, and the slowest of ten`);
for (const [name, list] of Object.entries(times)) {
  const slow = [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.9)];
  console.log(`  ${name.padEnd(24)} ${median(list).toFixed(2)}  ${slow.toFixed(2)}  (${list.length} keys)`);
}
for (const [element, plain] of PAIRS) {
  const ratio = median(times[element]) / median(times[plain]);
  const isOver = options.limit !== undefined && ratio > Number(options.limit);
  console.log(
    `  ${element.split(',')[0]}: ${ratio.toFixed(2)}× a plain input${isOver ? `, over ${options.limit}×` : ''}`,
  );
  if (isOver) process.exitCode = 1;
}
