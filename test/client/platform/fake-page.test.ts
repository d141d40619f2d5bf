// The stand-in for a page that these tests share leaves nothing behind: many files run in one process.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakePage } from '../../support/page.js';

test('two pages of one test are gone after it', () => {
  const read = () =>
    ['localStorage', 'navigator', 'document', 'addEventListener'].map(name => Reflect.get(globalThis, name) as unknown);
  const before = read();
  const ends: (() => unknown)[] = [];
  for (let page = 0; page < 2; page++) new FakePage({ after: end => void ends.push(end as () => unknown) });
  assert.notDeepEqual(read(), before);
  for (const end of ends) end();
  assert.deepEqual(read(), before);
});
