// The table of docs/server-session-languages.md: how many lines each file has that an app copies.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const PAGE = new URL('../../docs/server-session-languages.md', import.meta.url);
const LIMIT = 60;
/** Languages that need more for the same rules. */
const LIMITS = new Map([
  ['Java', 99],
  ['Go', 117],
]);
const COMMENT = /^(?:\/\/|\/\*|\*|#|""".*"""$)/;

const countCode = (source: string) =>
  source.split('\n').filter(line => line.trim() !== '' && !COMMENT.test(line.trim())).length;

test('a bridge in another language has the lines that the page says, and no more than its limit', () => {
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| (\w+) +\| \[[^\]]+\]\(([^)]+)\)[^|]*\| (\d+) +\|/gm)];
  assert.equal(rows.length, 6);
  for (const [, language = '', file = '', lines] of rows) {
    const count = countCode(readFileSync(new URL(file, PAGE), 'utf8'));
    assert.equal(count, Number(lines), `${file}: lines of code`);
    const limit = LIMITS.get(language) ?? LIMIT;
    assert.ok(count <= limit, `${file} has ${count} lines of code, more than ${limit}.`);
  }
});
