// What the build makes of the style sheets is, for the browser, the same style sheets.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';
import { parseSync, transformWithOxc } from 'vite';
import { launch } from './support/browser.mjs';

register();
const { minifyTemplates } = await import('../../scripts/minify-templates.ts');

const elements = fileURLToPath(new URL('../../src/elements', import.meta.url));
const parse = code => parseSync('module.js', code).program;
const sheetsIn = code => [...code.matchAll(/\bcss`([^`]*)`/g)].map(([, text]) => text.replaceAll('\\\\', '\\'));

test('minified style sheets have the same rules in the browser', async () => {
  const names = (await readdir(elements)).filter(name => name.endsWith('.styles.ts'));
  assert.ok(names.length >= 4);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const rulesOf = text =>
      page.evaluate(css => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        // A value with a variable in it is kept as it was written, with its white space.
        return Array.from(sheet.cssRules, ({ cssText }) => cssText.replace(/\s*(,)\s*|(\()\s+|\s+(\))/g, '$1$2$3'));
      }, text);
    for (const name of names) {
      const { code } = await transformWithOxc(await readFile(path.join(elements, name), 'utf8'), name);
      const before = sheetsIn(code);
      const after = sheetsIn(minifyTemplates(code, parse).toString());
      assert.ok(before.length > 0 && before.every(text => !text.includes('${')), name);
      for (const [index, text] of before.entries()) {
        assert.ok(after[index].length < text.length, name);
        const rules = await rulesOf(text);
        assert.ok(rules.length > 0, name);
        assert.deepEqual(await rulesOf(after[index]), rules, name);
      }
    }
  } finally {
    await browser.close();
  }
});
