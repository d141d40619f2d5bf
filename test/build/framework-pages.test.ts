// The code of docs/frameworks/vue.md and svelte.md is that of the examples, which test/apps/ builds and drives.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

for (const page of ['vue', 'svelte']) {
  test(`the code of docs/frameworks/${page}.md is that of the examples`, async () => {
    const text = await readFile(`docs/frameworks/${page}.md`, 'utf8');
    const blocks = [...text.matchAll(/^```\w+\n/gm)];
    const samples = [...text.matchAll(/^`(examples\/[^`]+)`:\n\n```\w+\n(.*?)^```$/gms)];
    assert.equal(samples.length, blocks.length, 'each block names its file');
    assert.ok(samples.length > 2);
    for (const [, file, code] of samples) assert.equal(code, await readFile(file!, 'utf8'), file);
  });
}
