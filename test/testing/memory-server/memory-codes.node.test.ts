// The codes of the server in memory: their sequence, their tries, and blocks that get longer.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { MemoryCodes, type CodeSettings } from '../../../src/testing/memory-server/memory-codes.js';
import { TestClock } from '../../../src/testing/memory-server/test-clock.js';

const PHONE = '79161234567';
const OTHER = '79161234568';
const DAY = 86_400;

const SETTINGS: CodeSettings = {
  ...{ testNumbers: { '79990000001': '1111' }, codeLength: 6, sendInterval: 60, sendsPerDay: 3 },
  ...{ codeTtl: 300, maxAttempts: 3, blockSteps: [900, 3600, DAY] },
};

/** Codes on a clock that stands still until a test moves it. */
function start(t: TestContext, settings: Partial<CodeSettings> = {}) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
  const clock = new TestClock();
  const codes = new MemoryCodes(clock, { ...SETTINGS, ...settings });
  /** Enters a code, by default a wrong one. */
  const enter = (code = 'wrong', state?: string, isKnownDevice = false, phone = PHONE) =>
    codes.verify(phone, code, { state, isKnownDevice });
  return { clock, codes, enter };
}

test('the codes are the same in every run, each with its own number of digits', t => {
  const { codes, clock } = start(t);
  codes.send(PHONE);
  codes.send(OTHER);
  assert.deepEqual(codes.sent, [
    { phone: PHONE, code: '585987', sentAt: clock.now() },
    { phone: OTHER, code: '900146', sentAt: clock.now() },
  ]);
  const { codes: short } = start(t, { codeLength: 4 });
  assert.deepEqual([short.send(PHONE).codeLength, short.sent[0]?.code], [4, '5987']);
  const { codes: many } = start(t, { sendInterval: 0, sendsPerDay: 1e6 });
  for (let count = 0; count < 300; count++) many.send(PHONE);
  assert.deepEqual(new Set(many.sent.map(({ code }) => code.length)), new Set([6]), 'with leading zeros');
});

test('a code can be entered until it is 300 seconds old', t => {
  const { codes, clock, enter } = start(t);
  assert.equal(codes.liveCode(PHONE), undefined);
  assert.throws(() => enter(), { code: 'code-expired' });
  codes.send(PHONE);
  clock.advance(299.999);
  assert.equal(codes.liveCode(PHONE), '585987');
  clock.advance(0.001);
  assert.equal(codes.liveCode(PHONE), undefined);
  assert.throws(() => enter('585987'), { code: 'code-expired' });
});

test('a code is used up by its sign-in, and belongs to its number', t => {
  const { codes, enter } = start(t);
  codes.send(PHONE);
  codes.send(OTHER);
  assert.throws(() => enter('900146'), { code: 'wrong-code', attemptsLeft: 2 });
  enter('585987');
  assert.equal(codes.liveCode(PHONE), undefined);
  assert.throws(() => enter('585987'), { code: 'code-expired' });
  enter('900146', undefined, false, OTHER);
});

test('the next code: after the interval, at most so many a day', t => {
  const { codes, clock } = start(t);
  for (let count = 0; count < 3; count++) {
    assert.equal(codes.send(PHONE).resendIn, 60);
    assert.throws(() => codes.send(PHONE), { code: 'too-soon', retryAfter: 60 });
    clock.advance(59.001);
    assert.throws(() => codes.send(PHONE), { code: 'too-soon', retryAfter: 1 });
    clock.advance(0.999);
  }
  assert.throws(() => codes.send(PHONE), { code: 'too-many-requests', retryAfter: DAY - 180 });
  clock.advance(DAY - 180.001);
  assert.throws(() => codes.send(PHONE), { code: 'too-many-requests', retryAfter: 1 });
  clock.advance(0.001);
  for (let count = 0; count < 3; count++) {
    codes.send(PHONE);
    clock.advance(60);
  }
  assert.throws(() => codes.send(PHONE), { code: 'too-many-requests', retryAfter: DAY - 180 });
});

test('a test number gets no SMS and waits for nothing, and its code is fixed', t => {
  const { codes } = start(t);
  for (let count = 0; count < 5; count++) {
    const { resendIn, codeLength } = codes.send('79990000001');
    assert.deepEqual([resendIn, codeLength], [0, 4]);
  }
  assert.deepEqual(codes.sent, []);
  assert.equal(codes.liveCode('79990000001'), '1111');
});

test('blocks get longer, and shorter again by a step for each day that has passed', t => {
  const { codes, clock, enter } = start(t, { sendsPerDay: 1000, sendInterval: 0 });
  const block = () => {
    codes.send(PHONE);
    for (const attemptsLeft of [2, 1]) assert.throws(() => enter(), { code: 'wrong-code', attemptsLeft });
    let retryAfter: number | undefined;
    assert.throws(
      () => enter(),
      (error: { code: string; retryAfter?: number }) => {
        ({ retryAfter } = error);
        return error.code === 'blocked';
      },
    );
    assert.equal(codes.liveCode(PHONE), undefined, 'the code is destroyed');
    assert.throws(() => codes.send(PHONE), { code: 'blocked', retryAfter });
    assert.throws(() => enter(), { code: 'blocked', retryAfter });
    return retryAfter!;
  };
  const blockAgainAfter = (seconds: number) => {
    clock.advance(seconds);
    return block();
  };
  assert.equal(block(), 900);
  assert.equal(blockAgainAfter(900), 3600);
  assert.equal(blockAgainAfter(3600), DAY);
  assert.equal(blockAgainAfter(DAY), DAY, 'the third, of which a day has passed');
  assert.equal(blockAgainAfter(2 * DAY), 3600);
  assert.equal(blockAgainAfter(2 * DAY - 1), 3600, 'one day has passed');
  assert.equal(blockAgainAfter(2 * DAY), 900);
  assert.equal(blockAgainAfter(100 * DAY), 900);
  codes.send(OTHER);
});

test('a right code resets the count of wrong ones', t => {
  const { codes, enter } = start(t, { sendInterval: 0, sendsPerDay: 10 });
  for (let round = 0; round < 2; round++) {
    codes.send(PHONE);
    for (const attemptsLeft of [2, 1]) assert.throws(() => enter(), { code: 'wrong-code', attemptsLeft });
    enter(codes.liveCode(PHONE));
  }
});

test('a new code keeps the count of the number, and has its own tries', t => {
  const { codes, enter } = start(t, { sendInterval: 0, sendsPerDay: 10 });
  codes.send(PHONE);
  assert.throws(() => enter(), { code: 'wrong-code', attemptsLeft: 2 });
  codes.send(PHONE);
  assert.throws(() => enter(), { code: 'wrong-code', attemptsLeft: 1 });
  codes.send(PHONE);
  assert.throws(() => enter(), { code: 'blocked', retryAfter: 900 });
});

test('once the holder has shown the state, a stranger has one try, which counts for the code alone', t => {
  const { codes, enter } = start(t, { sendInterval: 0, sendsPerDay: 10 });
  const { state } = codes.send(PHONE);
  assert.throws(() => enter('wrong', state), { code: 'wrong-code', attemptsLeft: 2 });
  assert.throws(() => enter('wrong', 'state-of-another'), { code: 'wrong-code', attemptsLeft: 0 });
  assert.throws(() => enter(codes.liveCode(PHONE), 'state-of-another'), { code: 'code-expired' });
  assert.throws(() => enter('wrong', state), { code: 'code-expired' });
  assert.equal(codes.liveCode(PHONE), undefined, 'compared three times');
  const next = codes.send(PHONE);
  assert.throws(() => enter('wrong', undefined), { code: 'blocked' }, 'before anybody has shown the new state');
  assert.notEqual(next.state, state);
});

test('a known device is a holder, and a stranger with the right code signs in', t => {
  const { codes, enter } = start(t, { sendInterval: 0, sendsPerDay: 10 });
  const { state } = codes.send(PHONE);
  assert.throws(() => enter('wrong', state), { code: 'wrong-code', attemptsLeft: 2 });
  assert.throws(() => enter('wrong', undefined, true), { code: 'wrong-code', attemptsLeft: 1 });
  enter(codes.liveCode(PHONE));
});

test('with one try in all, the first wrong code blocks the number', t => {
  const { codes, enter } = start(t, { maxAttempts: 1 });
  const { state } = codes.send(PHONE);
  assert.throws(() => enter('wrong', state), { code: 'blocked', retryAfter: 900 });
  assert.equal(codes.liveCode(PHONE), undefined);
});

test('a number without SMS is refused when a code is requested and when it is entered', t => {
  const { codes, enter } = start(t);
  for (const phone of ['74951234567', 'constructor']) {
    assert.throws(() => codes.send(phone), { code: 'invalid-phone' });
    assert.throws(() => enter('1', undefined, false, phone), { code: 'invalid-phone' });
  }
});
