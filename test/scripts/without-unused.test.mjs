// What scripts/without-unused.mjs recognises as the name of a part.
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseSync } from 'vite';
import { unusedLit } from '../../scripts/without-unused-lit.mjs';
import { nameOf, withoutUnused } from '../../scripts/without-unused.mjs';

test('only an identifier has a name', () => {
  const nodeOf = (/** @type {string} */ code) => {
    const [statement] = parseSync('name.js', code).program.body;
    return statement && 'expression' in statement ? statement.expression : undefined;
  };
  assert.equal(nameOf(nodeOf('marker')), 'marker');
  for (const code of ['part.marker', 'marker()', '"marker"', '`marker`', '[marker]'])
    assert.equal(nameOf(nodeOf(code)), '', code);
  assert.equal(nameOf(null), '');
});

test('a call with an expression in place of the name stays', () => {
  assert.equal(withoutUnused('text.startsWith(marker)', unusedLit).trim(), '!1');
  for (const code of ['text.startsWith(part.marker)', 'text.startsWith("?lit$")'])
    assert.equal(withoutUnused(code, unusedLit), code);
});
