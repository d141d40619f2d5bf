import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { groups, nodeTestsOf } from '../../../scripts/mutants/groups.mjs';
import * as standIn from '../../../scripts/mutants/node-test.mjs';

test('the tests of each group use only what the stand-in for node:test has', () => {
  for (const { node } of Object.values(groups))
    for (const file of node ? nodeTestsOf(node) : []) {
      const source = readFileSync(file, 'utf8');
      const [, names = ''] = /^import (?:test)?(?:, )?(?:\{(.*)\})? ?from 'node:test';$/m.exec(source) ?? [];
      for (const name of names.split(',').map(each => each.trim()))
        if (name && !name.startsWith('type ')) assert.ok(name in standIn, `${file} imports ${name}`);
      assert.match(source, /^import .*\btest\b.* from 'node:test';$/m, `${file} does not import test`);
      assert.doesNotMatch(source, /\btest\.\w+\(/, `${file} uses a method of test`);
    }
});
