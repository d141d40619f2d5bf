// npm run bench inputs: fifty phone numbers as people write them, in phone-input with all countries, intl-tel-input and
// react-phone-number-input. Each field is fresh, and accepts every country, with the one of the row preselected. The other two are
// installed in a temporary folder, in the versions of `VERSIONS`.
//
// A field is right if its value is the number, or if it stays empty for digits that are no valid number. A value of the other two
// counts only if they call it possible: their docs advise to check that before submitting.
//
// Bytes: the brotli size of one bundle, without React. Milliseconds: the median script time of one key, from the edit to the microtasks
// after it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { launch } from '../test/e2e/support/browser.mjs';
import { listen } from '../test/e2e/support/listen.mjs';
import { INPUTS } from './phone-numbers.mjs';

const VERSIONS = {
  'intl-tel-input': '29.5.1',
  'react-phone-number-input': '3.4.18',
  react: '19.2.0',
  'react-dom': '19.2.0',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'phone-inputs-'));
// The folder is removed after an error, too.
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The source of a module for each field. Its `mount` shows the field for a country, and resolves to a function that returns the digits, or ''. */
const MODULES = {
  'phone-input': `
    import ${JSON.stringify(`${root}src/countries/all.ts`)};
    import ${JSON.stringify(`${root}src/define/phone-input.ts`)};
    export async function mount(box, country) {
      const field = document.createElement('phone-input');
      field.setAttribute('countries', country + ' all');
      box.append(field);
      await field.updateComplete;
      field.focus();
      return () => field.value;
    }`,
  'intl-tel-input': `
    import intlTelInput from 'intl-tel-input/intlTelInputWithUtils';
    export async function mount(box, country) {
      const input = document.createElement('input');
      input.type = 'tel';
      box.append(input);
      const field = intlTelInput(input, { initialCountry: country.toLowerCase(), separateDialCode: false });
      await field.promise;
      input.focus();
      return () => (field.isValidNumber() ? field.getNumber().replace(/\\D/g, '') : '');
    }`,
  'react-phone-number-input': `
    import { createElement, useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { flushSync } from 'react-dom';
    import PhoneInput, { isPossiblePhoneNumber } from 'react-phone-number-input';
    export async function mount(box, country) {
      let current = '';
      const Field = () => {
        const [value, setValue] = useState();
        current = value ?? '';
        return createElement(PhoneInput, { defaultCountry: country, value, onChange: setValue });
      };
      flushSync(() => createRoot(box).render(createElement(Field)));
      box.querySelector('input').focus();
      return () => (current && isPossiblePhoneNumber(current) ? current.replace(/\\D/g, '') : '');
    }`,
};

/**
 * Bundles a module of MODULES.
 * @param {string} name
 * @param {boolean} hasReact whether React is bundled too
 */
async function bundle(name, hasReact) {
  const result = await build({
    configFile: name === 'phone-input' ? `${root}vite.config.ts` : false,
    mode: name === 'phone-input' ? 'one-file' : 'production',
    root: name === 'phone-input' ? root : folder,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      sourcemap: false,
      target: 'es2022',
      minify: true,
      lib: { entry: join(folder, `${name}.mjs`), formats: ['es'] },
      rolldownOptions: { external: hasReact ? [] : [/^react(-dom)?(\/|$)/], output: { minify: true } },
    },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error(`${name} was not built`);
  return output.output[0].code;
}

/** @param {number[]} numbers */
const medianOf = numbers => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: VERSIONS }));
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--ignore-scripts'], {
  cwd: folder,
  stdio: 'inherit',
});
/** @type {Map<string, string>} */
const scripts = new Map();
/** @type {Map<string, number>} */
const bytes = new Map();
for (const [name, text] of Object.entries(MODULES)) {
  writeFileSync(join(folder, `${name}.mjs`), text);
  scripts.set(`/${name}.mjs`, await bundle(name, true));
  bytes.set(name, brotliCompressSync(await bundle(name, false)).length);
}

const server = createServer(({ url = '' }, response) => {
  const script = scripts.get(url);
  response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html');
  response.end(script ?? '<!doctype html><html lang="en"><meta charset="utf-8"><div id="box"></div>');
});
const { url: address, close } = await listen(server);
const browser = await launch();
const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });

/** @param {string} label @param {readonly string[]} cells one for each module */
const printRow = (label, cells) => console.log([label.padEnd(44), ...cells.map(cell => cell.padEnd(26))].join(''));
printRow('', Object.keys(MODULES));
/** @type {string[][]} */
const columns = [];
/** @type {Record<string, { right: number, nothing: number, wrong: number, key: number }>} */
const totals = {};
for (const name of Object.keys(MODULES)) {
  const page = await context.newPage();
  const total = { right: 0, nothing: 0, wrong: 0, key: NaN };
  /** @type {string[]} */
  const column = [];
  for (const { country, text, way, number } of INPUTS) {
    await page.goto(address);
    await page.evaluate(
      async ([name, country]) => {
        const { mount } = await import(`/${name}.mjs`);
        const read = await mount(document.querySelector('#box'), country);
        Object.assign(window, { read });
      },
      /** @type {const} */ ([name, country]),
    );
    if (way === 'pasted') {
      await page.evaluate(text => navigator.clipboard.writeText(text), text);
      await page.keyboard.press('ControlOrMeta+v');
    } else await page.keyboard.type(text);
    const value = await page.evaluate(() => /** @type {any} */ (window).read());
    const result = value === number ? 'right' : value ? 'wrong' : 'nothing';
    total[result]++;
    column.push(result === 'wrong' ? `wrong: ${value}` : result);
  }
  await page.goto(address);
  const times = await page.evaluate(async name => {
    const { mount } = await import(`/${name}.mjs`);
    /** @type {number[]} */
    const times = [];
    for (let round = 0; round < 40; round++) {
      const box = document.createElement('div');
      document.body.replaceChildren(box);
      await mount(box, 'RU');
      for (const key of '+375291234567') {
        const start = performance.now();
        // Only execCommand lets a script edit as a key does.
        document.execCommand('insertText', false, key);
        for (let turn = 0; turn < 5; turn++) await Promise.resolve();
        if (round > 9) times.push(performance.now() - start);
      }
    }
    return times;
  }, name);
  total.key = medianOf(times);
  totals[name] = total;
  columns.push(column);
  await page.close();
}
INPUTS.forEach(({ country, text, way }, row) => {
  printRow(
    `${country} ${way === 'pasted' ? `pasted ${text}` : text}`,
    columns.map(column => column[row] ?? ''),
  );
});
/** @param {string} label @param {(name: string) => string | number} cell */
const printTotal = (label, cell) =>
  printRow(
    label,
    Object.keys(MODULES).map(name => String(cell(name))),
  );
printTotal(`right of ${INPUTS.length}`, name => totals[name]?.right ?? 0);
printTotal('no value for a number', name => totals[name]?.nothing ?? 0);
printTotal('another value', name => totals[name]?.wrong ?? 0);
printTotal('bytes', name => (bytes.get(name) ?? 0).toLocaleString('en'));
printTotal('ms for a key', name => (totals[name]?.key ?? NaN).toFixed(2));

await browser.close();
await close();
