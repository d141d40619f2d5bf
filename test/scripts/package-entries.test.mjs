// The entries that the scripts build, by the exports of package.json.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLanguages, listLocales } from '../../scripts/package-entries.mjs';
import { FILES } from '../support/languages.js';

test('the entry that registers a language of the page is not a language', () => {
  assert.ok(listLocales().includes('locales/register'));
  assert.deepEqual(listLanguages(), FILES);
});
