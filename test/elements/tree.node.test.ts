// What the elements ask a tree that throws.
import assert from 'node:assert/strict';
import test from 'node:test';
import { hasFocus } from '../../src/elements/tree.js';

test('an element whose root throws, as in happy-dom, does not have the focus', () => {
  const element = {
    getRootNode: () => {
      throw new Error('not connected');
    },
  } as unknown as Element;
  assert.equal(hasFocus(element), false);
});
