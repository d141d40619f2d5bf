// scripts/checks/check-excerpts.mjs: which code blocks count as excerpts, and that it finds those that do not.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../scripts/checks/check-excerpts.mjs', import.meta.url));

/** In two parts, so that the check of citations does not take the examples for citations. */
const DOCS = 'docs' + '/';
const SOURCE = 'examples/a/greet.ts';
const GREET = `export class Greeter {
  greet(name: string) {
    if (name) {
      console.log('Hello', name);
    }

    return name;
  }
}
`;

/** A page with one code block, which is on line 3. */
const page = (code: string, { comment = `<!-- from ${SOURCE} -->`, language = 'ts' } = {}) =>
  `${comment}\n\n\`\`\`${language}\n${code}\n\`\`\`\n`;

/** Runs the check on a folder with these files and the source; what it prints, in lines. */
function check(t: TestContext, files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'check-excerpts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ [SOURCE]: GREET, ...files })) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  return { status, lines: stderr.trim().split('\n').filter(Boolean) };
}

const EXCERPTS: readonly (readonly [what: string, text: string])[] = [
  ['a whole file', page(GREET.trimEnd())],
  ['consecutive lines, an empty one among them', page(GREET.split('\n').slice(3, 7).join('\n'))],
  ['lines without the indentation that they share', page(`if (name) {\n  console.log('Hello', name);\n}`)],
  ['a block in a list', `- One:\n\n  <!-- from ${SOURCE} -->\n  \`\`\`ts\n  return name;\n  \`\`\`\n`],
  ['a comment right before the block', `<!-- from ${SOURCE} -->\n\`\`\`ts\nreturn name;\n\`\`\`\n`],
  ['a block with a longer fence', `<!-- from ${SOURCE} -->\n\`\`\`\`ts\nreturn name;\n\`\`\`\`\n`],
];

for (const [what, text] of EXCERPTS) {
  test(`${what} is accepted`, t => {
    assert.deepEqual(check(t, { [`${DOCS}frameworks/a.md`]: text }), { status: 0, lines: [] });
  });
}

const BAD: readonly (readonly [what: string, text: string, problem: string])[] = [
  ['a line that differs', page("console.log('Hi', name);"), `3: not in ${SOURCE}, line for line`],
  ['a line left out', page('if (name) {\n}'), `3: not in ${SOURCE}, line for line`],
  [
    'another indentation within',
    page("if (name) {\nconsole.log('Hello', name);\n}"),
    `3: not in ${SOURCE}, line for line`,
  ],
  ['a part of a line', page("console.log('Hello'"), `3: not in ${SOURCE}, line for line`],
  ['an empty block', page(''), '3: an empty block'],
  [
    'a file that does not exist',
    page('x', { comment: '<!-- from examples/none.ts -->' }),
    '3: examples/none.ts does not exist',
  ],
  [
    'a file outside of the repository',
    page('x', { comment: '<!-- from ../none.ts -->' }),
    '3: ../none.ts does not exist',
  ],
];

for (const [what, text, problem] of BAD) {
  test(`${what} is reported with file and line`, t => {
    assert.deepEqual(check(t, { 'README.md': text }), { status: 1, lines: [`README.md:${problem}`] });
  });
}

test('a comment belongs to the block that follows it, and to no other', t => {
  const text = `<!-- from ${SOURCE} -->\n\nWords.\n\n\`\`\`ts\nlet other;\n\`\`\`\n`;
  assert.equal(check(t, { 'README.md': text }).status, 0);
  assert.equal(check(t, { 'README.md': `${page('return name;')}\n\`\`\`ts\nlet other;\n\`\`\`\n` }).status, 0);
});

test('a comment inside a code block is code', t => {
  const text = `\`\`\`md\n<!-- from examples/none.ts -->\n\`\`\`\n\n\`\`\`ts\nlet other;\n\`\`\`\n`;
  assert.equal(check(t, { 'README.md': text }).status, 0);
});

for (const name of ['frameworks/vue.md', 'your-app.md', 'your-api.md', 'testing.md'].map(page => DOCS + page)) {
  test(`${name}: every block of program code names its file`, t => {
    const code = page('return name;', { comment: '' });
    assert.deepEqual(check(t, { [name]: code }).lines, [`${name}:3: a block of code without <!-- from … -->`]);
    assert.equal(check(t, { [name]: page('npm ci', { comment: '', language: 'sh' }) }).status, 0);
  });
}

test('another page may have blocks that come from no file', t => {
  assert.equal(check(t, { [`${DOCS}client.md`]: page('let own;', { comment: '' }) }).status, 0);
});
