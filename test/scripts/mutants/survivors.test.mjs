import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { survivors } from '../../../scripts/mutants/survivors.mjs';

test('each listed survivor is in a line of its file', () => {
  for (const [file, entries] of Object.entries(survivors)) {
    assert.ok(existsSync(file), `${file} does not exist`);
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .map(line => line.trim());
    for (const { line } of entries) assert.ok(lines.includes(line), `${file} has no line ${line}`);
  }
});
