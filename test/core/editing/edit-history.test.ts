import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { EditHistory } from '../../../src/core/editing/edit-history.js';

const entry = (content: string) => ({ content, caret: content.length });

test('there is nothing to undo or redo at first', () => {
  const history = new EditHistory();
  assert.equal(history.undo(), undefined);
  assert.equal(history.redo(), undefined);
});

test('undo goes back to the empty field, redo to the last entry', () => {
  const history = new EditHistory();
  history.push(entry('1'));
  history.push(entry('12'));
  assert.deepEqual(history.undo(), entry('1'));
  assert.deepEqual(history.undo(), entry(''));
  assert.equal(history.undo(), undefined);
  assert.deepEqual(history.redo(), entry('1'));
  assert.deepEqual(history.redo(), entry('12'));
  assert.equal(history.redo(), undefined);
});

test('an edit after undo removes what could be redone', () => {
  const history = new EditHistory();
  history.push(entry('1'));
  history.undo();
  history.push(entry('2'));
  assert.equal(history.redo(), undefined);
  assert.deepEqual(history.undo(), entry(''));
});

test('nothing before a reset can be undone', () => {
  const history = new EditHistory();
  history.push(entry('1'));
  history.reset(entry('9'));
  assert.equal(history.undo(), undefined);
  history.push(entry('98'));
  assert.deepEqual(history.undo(), entry('9'));
});

test('after any number of pushes, as many undos and redos go through the same entries', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), contents => {
      const history = new EditHistory();
      for (const content of contents) history.push(entry(content));
      const expected = ['', ...contents].map(entry);
      for (const before of expected.slice(0, -1).reverse()) assert.deepEqual(history.undo(), before);
      for (const after of expected.slice(1)) assert.deepEqual(history.redo(), after);
    }),
  );
});
