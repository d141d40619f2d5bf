// What `npm run manifest` and the benchmarks write into pages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { replaceBetween } from '../../../scripts/generate/replace-between.mjs';

const PAGE = 'a\n<!-- api -->\nold\n<!-- /api -->\nb\n<!-- size -->\nother\n<!-- /size -->\n';

test('the content between two markers is replaced, and nothing else', () => {
  assert.equal(
    replaceBetween(PAGE, 'api', 'costs $1 and $&'),
    'a\n<!-- api -->\n\ncosts $1 and $&\n\n<!-- /api -->\nb\n<!-- size -->\nother\n<!-- /size -->\n',
  );
});

test('a page without a marker is an error, so that a check of its tables does not pass', () => {
  for (const marker of ['<!-- api -->', '<!-- /api -->'])
    assert.throws(() => replaceBetween(PAGE.replace(marker, ''), 'api', 'new'), /no text between <!-- api -->/);
});
