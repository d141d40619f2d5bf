// Deadlines on a wall clock that may be changed, and durations as text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { clampDeadline, deadlineIn, formatDuration, secondsLeft } from '../../src/core/deadline.js';
import { MAX_WAIT_SECONDS } from '../../src/core/record-checks.js';

const NOW = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

test('a deadline holds a time and the duration it was computed from', () => {
  assert.deepEqual(deadlineIn(60, NOW), { at: NOW + 60_000, seconds: 60 });
  assert.deepEqual(deadlineIn(0.5, NOW), { at: NOW + 500, seconds: 0.5 });
});

test('a negative, infinite or NaN duration gives a finite deadline that is not in the past', () => {
  for (const [given, seconds] of [
    [NaN, 0],
    [-1, 0],
    [Infinity, MAX_WAIT_SECONDS],
    [MAX_WAIT_SECONDS + 1, MAX_WAIT_SECONDS],
    [MAX_WAIT_SECONDS, MAX_WAIT_SECONDS],
  ] as const)
    assert.deepEqual(deadlineIn(given, NOW), { at: NOW + seconds * 1000, seconds }, `${given} seconds`);
});

test('a stored deadline of more than the longest wait shows the longest wait', () => {
  assert.equal(secondsLeft({ at: NOW + 1e18, seconds: 1e15 }, NOW), MAX_WAIT_SECONDS);
  assert.equal(formatDuration(MAX_WAIT_SECONDS), '168 hours');
});

test('secondsLeft: whole seconds, rounded up, never less than 0', () => {
  const deadline = deadlineIn(60, NOW);
  for (const [after, left] of [
    [0, 60],
    [1, 60],
    [999, 60],
    [1000, 59],
    [59_001, 1],
    [60_000, 0],
    [5 * HOUR, 0],
  ] as const)
    assert.equal(secondsLeft(deadline, NOW + after), left, `after ${after} ms`);
});

test('after the clock is set back, no more than the duration is left', () => {
  const deadline = deadlineIn(60, NOW);
  for (const back of [1, 1000, 5 * HOUR, 24 * 365 * HOUR]) {
    assert.equal(secondsLeft(deadline, NOW - back), 60);
    assert.deepEqual(clampDeadline(deadline, NOW - back), deadlineIn(60, NOW - back));
  }
  // A deadline that needs no change is returned as it is.
  assert.equal(clampDeadline(deadline, NOW), deadline);
  assert.equal(clampDeadline(deadline, NOW + 5 * HOUR), deadline);
});

test('formatDuration: minutes and seconds below an hour, then whole hours in words, rounded up', () => {
  for (const [seconds, en, ru] of [
    [0, '0:00', '0:00'],
    [0.2, '0:01', '0:01'],
    [9, '0:09', '0:09'],
    [60, '1:00', '1:00'],
    [61.5, '1:02', '1:02'],
    [3599, '59:59', '59:59'],
    [3599.5, '1 hour', '1 час'],
    [3600, '1 hour', '1 час'],
    [3601, '2 hours', '2 часа'],
    [7200, '2 hours', '2 часа'],
    [18_000, '5 hours', '5 часов'],
    [75_600, '21 hours', '21 час'],
    [86_400, '24 hours', '24 часа'],
  ] as const) {
    assert.equal(formatDuration(seconds), en, `${seconds} s`);
    assert.equal(formatDuration(seconds, { lang: 'ru' }).replace('\u00a0', ' '), ru, `${seconds} s in Russian`);
  }
});

test('formatDuration: digits, not another language, if the browser does not know the language', () => {
  assert.equal(formatDuration(7200, { lang: 'xx' }), '2:00:00');
  assert.equal(formatDuration(7200, { lang: 'xx', hours: '{n} xx' }), '2 xx');
});
