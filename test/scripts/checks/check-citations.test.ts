// scripts/checks/check-citations.mjs: what it accepts, and that it finds each kind of citation that leads nowhere.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../scripts/checks/check-citations.mjs', import.meta.url));

/** In two parts, so that the check of this repository doesn't take the examples for citations. */
const DOCS = 'docs' + '/';
const SRC = 'src' + '/';

const RULES = `# Rules

## One rule

## \`setMode()\`, and what [it](rules.md) leaves

## One rule

\`\`\`md
## Not a heading
\`\`\`
`;

/** Runs the check on a folder with these files; what it prints, in lines. */
function check(t: TestContext, files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'check-citations-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ [`${DOCS}rules.md`]: RULES, ...files })) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  return { status, lines: stderr.trim().split('\n').slice(0, -1) };
}

test('citations and links with an existing target are accepted', t => {
  const { status, lines } = check(t, {
    'src/a.ts': [
      `/** By ${DOCS}rules.md#one-rule, and ${DOCS}rules.md. */`,
      `// ${DOCS}rules.md#setmode-and-what-it-leaves; ${DOCS}rules.md#one-rule-1`,
      `// https://example.com/${DOCS}elsewhere.md#nowhere`,
      `// ${SRC}a.ts, ${SRC}*.ts, ${SRC}{b,c}.ts, ${SRC}<name>.ts, ${SRC}dist/b.ts, ./${SRC}b.ts, https://a.example/${SRC}b.ts.`,
      `const path = '${SRC}b.ts'; const address = 'https://a.example/${SRC}b.ts';`,
    ].join('\n'),
    'README.md': [
      `[rules](${DOCS}rules.md#one-rule) [source](src/a.ts) [folder](src) [web](https://example.com/nowhere.md)`,
      `[here](#read-me) \`[code](nowhere.md)\` \`src/a.ts\` \`src/\``,
      '# Read me',
      '```md',
      '[in a block](nowhere.md)',
      '```',
    ].join('\n'),
    [`${DOCS}deep/page.md`]: '[up](../rules.md#one-rule) [root](../../README.md#read-me)',
    'server/README.md': '',
    'server/lib/b.ts': '',
    'server/test/b.test.ts': `// ${'server' + '/'}lib/b.ts`,
    'server/src/b.ts': '',
    'server/src/c.ts': `/* ${SRC}b.ts is a path from the workspace. */`,
    'node_modules/pkg/README.md': '[nowhere](nowhere.md)',
    'examples/next/.next/README.md': '[nowhere](nowhere.md)',
  });
  assert.deepEqual([status, lines], [0, []]);
});

const BAD: readonly (readonly [what: string, file: string, text: string, problem: string])[] = [
  ['a page that does not exist', 'src/a.ts', `\n// ${DOCS}none.md`, `src/a.ts:2: ${DOCS}none.md does not exist`],
  [
    'a heading that does not exist',
    'test/a.test.mjs',
    `// (${DOCS}rules.md#two-rules)`,
    `test/a.test.mjs:1: ${DOCS}rules.md has no heading #two-rules`,
  ],
  [
    'a heading in a code block',
    'src/a.ts',
    `// ${DOCS}rules.md#not-a-heading`,
    `src/a.ts:1: ${DOCS}rules.md has no heading #not-a-heading`,
  ],
  ['a link to a file that does not exist', 'A.md', '[a](src/none.ts)', 'A.md:1: src/none.ts does not exist'],
  [
    'a link to a heading of another page',
    `${DOCS}a.md`,
    'See\n[it](rules.md#none).',
    `${DOCS}a.md:2: ${DOCS}rules.md has no heading #none`,
  ],
  ['a link to a heading of its own page', 'A.md', '[a](#none)', 'A.md:1: A.md has no heading #none'],
  ['a reference', 'A.md', '[a][b]\n\n[b]: none.md', 'A.md:3: none.md does not exist'],
  ['a link out of the repository', 'A.md', '[a](../b.md)', 'A.md:1: ../b.md is outside of the repository'],
  [
    'a page in the comment of an example',
    'examples/vue/src/App.vue',
    `<!-- ${DOCS}none.md -->`,
    `examples/vue/src/App.vue:1: ${DOCS}none.md does not exist`,
  ],
  ['a path in a comment', 'src/a.ts', `f('${SRC}b.ts'); // By ${SRC}c.ts.`, `${SRC}a.ts:1: ${SRC}c.ts does not exist`],
  ['a path in a docstring', 'src/a.ts', `/**\n * By ${SRC}b.\n */`, `${SRC}a.ts:2: ${SRC}b does not exist`],
  ['a path in a comment of a page', 'demo/a.html', `<!-- ${SRC}b.ts -->`, `demo/a.html:1: ${SRC}b.ts does not exist`],
  ['a path in a comment of SQL', 'server/a.sql', `-- ${SRC}b.ts`, `server/a.sql:1: ${SRC}b.ts does not exist`],
  ['a path in a comment of YAML', 'server/a.yaml', `a: 1 # ${SRC}b`, `server/a.yaml:1: ${SRC}b does not exist`],
  ['a path in a comment of a configuration', 'a.config.mjs', `// ${SRC}b`, `a.config.mjs:1: ${SRC}b does not exist`],
  ['a path in backticks', 'A.md', 'In `src/none.ts`.', 'A.md:1: src/none.ts does not exist'],
  ['a path of an example in backticks', 'A.md', 'In `examples/none`.', 'A.md:1: examples/none does not exist'],
];

for (const [what, file, text, problem] of BAD) {
  test(`${what} is reported with file and line`, t => {
    const { status, lines } = check(t, { [file]: text });
    assert.deepEqual([status, lines], [1, [problem]]);
  });
}

test('a changelog may name files that are gone', t => {
  assert.equal(check(t, { 'CHANGELOG.md': '- Removed: `src/none.ts`.' }).status, 0);
});
