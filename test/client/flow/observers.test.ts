// The list of functions that are called with each value.
import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { Observers } from '../../../src/client/flow/observers.js';

test('every observer is called, in the order in which they were added', () => {
  const observers = new Observers<string>();
  const calls: string[] = [];
  observers.add(value => calls.push(`first ${value}`));
  observers.add(value => calls.push(`second ${value}`));
  observers.notify('a');
  assert.deepEqual(calls, ['first a', 'second a']);
});

test('added meanwhile: not called before the next value', () => {
  const observers = new Observers<string>();
  const calls: string[] = [];
  const late = (value: string) => calls.push(value);
  observers.add(() => {
    observers.add(late);
  });
  observers.notify('a');
  assert.deepEqual(calls, []);
  observers.notify('b');
  assert.deepEqual(calls, ['b']);
});

test('removed meanwhile: not called any more', () => {
  const observers = new Observers<string>();
  const calls: string[] = [];
  const removed = (value: string) => calls.push(value);
  observers.add(() => {
    observers.delete(removed);
  });
  observers.add(removed);
  observers.notify('a');
  assert.deepEqual(calls, []);
});

test('an error of one is thrown later, and keeps no other from being called', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const observers = new Observers<string>();
    const calls: string[] = [];
    observers.add(() => {
      throw new Error('from an observer');
    });
    observers.add(value => calls.push(value));
    observers.notify('a');
    assert.deepEqual(calls, ['a']);
    assert.throws(() => {
      mock.timers.tick(1);
    }, /from an observer/);
  } finally {
    mock.timers.reset();
  }
});

test('isEmpty', () => {
  const observers = new Observers<string>();
  const observer = () => {};
  assert.equal(observers.isEmpty, true);
  observers.add(observer);
  assert.equal(observers.isEmpty, false);
  observers.delete(observer);
  assert.equal(observers.isEmpty, true);
  observers.add(observer);
  observers.clear();
  assert.equal(observers.isEmpty, true);
});
