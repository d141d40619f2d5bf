import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';

const TYPESCRIPT = new URL('../../../scripts/suites/typescript.mjs', import.meta.url).href;

test('TypeScript runs, an edited file is compiled again, and an error names its line', t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aw-typescript-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const main = path.join(folder, 'main.ts');
  const run = () => spawnSync(process.execPath, ['--import', TYPESCRIPT, main], { encoding: 'utf8' });
  writeFileSync(
    main,
    "import type { T } from './types.js';\nimport { n } from './n.js';\nconsole.log(n satisfies T);\n",
  );

  writeFileSync(path.join(folder, 'n.ts'), 'export const n: number = 1;\n');
  assert.equal(run().stdout, '1\n');
  writeFileSync(path.join(folder, 'n.ts'), 'export const n: number = 2;\n');
  assert.equal(run().stdout, '2\n');
  writeFileSync(
    path.join(folder, 'n.ts'),
    'interface Removed {\n  n: 1;\n}\nthrow new Error("third");\nexport const n = 3;\n',
  );
  assert.match(run().stderr, /Error: third\n.*n\.ts:4:7/);
});
