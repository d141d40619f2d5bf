// scripts/checks/check-figures.mjs: which figures need a test or a command beside them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../scripts/checks/check-figures.mjs', import.meta.url));

const OTHER_PAGES = ['docs/challenge.md', 'server/README.md'];

/** Runs the check on a folder whose page docs/security.md has this text, and other pages none. Returns what it prints, in lines. */
function check(t: TestContext, text: string, otherPages = OTHER_PAGES) {
  const folder = mkdtempSync(path.join(tmpdir(), 'check-figures-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of ['docs', 'server']) mkdirSync(path.join(folder, name));
  for (const name of otherPages) writeFileSync(path.join(folder, name), '');
  writeFileSync(path.join(folder, 'docs/security.md'), text);
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  return { status, lines: stderr.trim().split('\n').filter(Boolean) };
}

const KEPT: readonly (readonly [what: string, text: string])[] = [
  ['no figure', 'Codes are short.'],
  ['a test', 'Codes have 6 digits ([`a`](../server/test/a.test.ts)).'],
  ['a test on the next line', '- Codes have\n  six digits:\n  `server/test/a.test.ts`.'],
  ['a command that has measured', 'It takes 4 ms (`npm run bench server`).'],
  ['statuses and names', 'It answers 503 or another status of 400 to 499 to a /48 of IPv6, and stores a SHA-256.'],
  [
    'code, a table, and what a command writes',
    '`SENDS=5`\n\n| 5 |\n\n```\n5\n```\n\n<!-- x -->\n\n5 SMS\n\n<!-- /x -->\n',
  ],
];

for (const [what, text] of KEPT) {
  test(`a page is good with ${what}`, t => {
    assert.deepEqual(check(t, text), { status: 0, lines: [] });
  });
}

const BARE: readonly (readonly [what: string, text: string, figure: string])[] = [
  ['digits', 'Codes have 6 digits.', '6'],
  ['a number as large as a status', 'A network gets 500 SMS.', '500'],
  ['a word', 'Codes are compared three times.', 'three'],
  ['a test in the item before it', '- One ([`a`](a.test.ts)).\n- It takes 4 ms.', '4'],
  ['a link to another page alone', 'It takes [4 ms](results.md#a-hostile-hour).', '4'],
];

for (const [what, text, figure] of BARE) {
  test(`a figure without a test is found: ${what}`, t => {
    const line = text.split('\n').length;
    const lines = [`docs/security.md:${line}: no test or command is cited for “${figure}”`];
    assert.deepEqual(check(t, text), { status: 1, lines });
  });
}

test('a page that does not exist is reported', t => {
  const lines = ['docs/challenge.md does not exist'];
  assert.deepEqual(check(t, '', ['server/README.md']), { status: 1, lines });
});
