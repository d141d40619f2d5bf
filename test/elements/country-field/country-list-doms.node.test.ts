// The list of countries in the DOMs that apps are tested with in Node. Each needs a process of its own.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
const PROGRAM = `
const { installDom } = await import(process.env.ROOT + 'test/support/test-dom.ts');
const close = installDom(process.env.DOM);
await import(process.env.ROOT + 'src/testing/dom.ts');
for (const region of ['ru', 'by']) await import(process.env.ROOT + 'src/countries/' + region + '.ts');
await import(process.env.ROOT + 'src/define/phone-input.ts');
document.body.innerHTML = '<phone-input lang="en" countries="ru by"></phone-input>';
const field = document.querySelector('phone-input');
await field.updateComplete;
console.log([...field.shadowRoot.querySelector('[part=country] select').options].map(option => option.value).join());
close();
process.exit();`;

for (const dom of ['jsdom', 'happy-dom'])
  test(`a field with two countries has its list in ${dom}`, () => {
    const loader = fileURLToPath(new URL('scripts/suites/typescript.mjs', root));
    const output = execFileSync(process.execPath, ['--import', loader, '--input-type=module', '--eval', PROGRAM], {
      cwd: fileURLToPath(root),
      env: { ...process.env, ROOT: root.href, DOM: dom },
      encoding: 'utf8',
    });
    assert.equal(output.trim(), 'RU,BY');
  });
