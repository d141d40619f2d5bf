// The functions that a client calls with each notice.
import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { NoticeObservers, type AuthNotice } from '../../../src/client/flow/notices.js';

const FLOW: AuthNotice = { type: 'flow' };
const SENT: AuthNotice = { type: 'auth-code-sent', phone: '79161234567' };

test('every observer is called, in the order in which they were added', () => {
  const observers = new NoticeObservers();
  const calls: string[] = [];
  observers.add(({ type }) => calls.push(`first ${type}`));
  observers.add(({ type }) => calls.push(`second ${type}`));
  observers.notify(FLOW);
  assert.deepEqual(calls, ['first flow', 'second flow']);
});

test('an observer that is added meanwhile: not called before the next notice', () => {
  const observers = new NoticeObservers();
  const calls: string[] = [];
  const late = ({ type }: AuthNotice) => calls.push(type);
  observers.add(() => {
    observers.add(late);
  });
  observers.notify(FLOW);
  assert.deepEqual(calls, []);
  observers.notify(SENT);
  assert.deepEqual(calls, ['auth-code-sent']);
});

test('an observer that is removed meanwhile: no longer called', () => {
  const observers = new NoticeObservers();
  const calls: string[] = [];
  const removed = ({ type }: AuthNotice) => calls.push(type);
  observers.add(() => {
    observers.delete(removed);
  });
  observers.add(removed);
  observers.notify(FLOW);
  assert.deepEqual(calls, []);
});

test('an error in an observer is thrown later, and the others are still called', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const observers = new NoticeObservers();
    const calls: string[] = [];
    observers.add(() => {
      throw new Error('from an observer');
    });
    observers.add(({ type }) => calls.push(type));
    observers.notify(FLOW);
    assert.deepEqual(calls, ['flow']);
    assert.throws(() => {
      mock.timers.tick(1);
    }, /from an observer/);
  } finally {
    mock.timers.reset();
  }
});

test('isEmpty', () => {
  const observers = new NoticeObservers();
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
