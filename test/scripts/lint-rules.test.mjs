// The rules of eslint.config.mjs that the plugins don't bring
import assert from 'node:assert/strict';
import test from 'node:test';
import { ESLint } from 'eslint';

const eslint = new ESLint();

/** Returns the names of the rules that a text breaks as a file of `src`. @param {string} file @param {string} text */
async function broken(file, text) {
  const [result] = await eslint.lintText(text, { filePath: file });
  assert.deepEqual(
    result?.messages.filter(({ fatal }) => fatal),
    [],
  );
  return result?.messages.map(({ ruleId }) => ruleId);
}

for (const sink of [
  'element.innerHTML = text',
  "element['innerHTML'] += text",
  'element.outerHTML = text',
  "element.insertAdjacentHTML('beforeend', text)",
  'root.setHTMLUnsafe(text)',
  'Document.parseHTMLUnsafe(text)',
  'document.createRange().createContextualFragment(text)',
])
  for (const file of ['src/elements/control/any.ts', 'src/html/any.ts', 'src/elements/auth-widget/auth-widget.ts'])
    test(`${file} may not have ${sink}`, async () => {
      assert.deepEqual(await broken(file, `${sink};\n`), ['no-restricted-syntax']);
    });

test('auth-widget.ts may not wait', async () => {
  assert.deepEqual(await broken('src/elements/auth-widget/auth-widget.ts', 'await open();\n'), [
    'no-restricted-syntax',
  ]);
});

test('a file may have 300 lines', async () => {
  const lines = 'call();\n'.repeat(300);
  assert.deepEqual(await broken('src/client/any.ts', lines), []);
  assert.deepEqual(await broken('src/client/any.ts', `${lines}call();\n`), ['max-lines']);
});

test('only the client calls servers and storages', async () => {
  assert.deepEqual(await broken('src/elements/any.ts', 'fetch(url);\n'), ['no-restricted-globals']);
  assert.deepEqual(await broken('src/machine/any.ts', 'localStorage.clear();\n'), ['no-restricted-globals']);
  assert.deepEqual(await broken('src/core/any.ts', 'document.title;\n'), ['no-restricted-globals']);
  assert.deepEqual(await broken('src/client/any.ts', 'fetch(url);\n'), []);
});
