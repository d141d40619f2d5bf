// Deadlines on a wall clock that may be changed, and durations as text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { clampDeadline, deadlineIn, formatCountdown, formatDuration, secondsLeft } from '../../src/core/deadline.js';
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
  assert.equal(formatDuration(MAX_WAIT_SECONDS), '168\u00A0hours');
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

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('formatDuration: whole seconds, minutes or hours in words, rounded up', () => {
  for (const [seconds, en, de] of [
    [0, '0 seconds', '0 Sekunden'],
    [0.2, '1 second', '1 Sekunde'],
    [9, '9 seconds', '9 Sekunden'],
    [59.5, '1 minute', '1 Minute'],
    [60, '1 minute', '1 Minute'],
    [60.5, '2 minutes', '2 Minuten'],
    [900, '15 minutes', '15 Minuten'],
    [3540, '59 minutes', '59 Minuten'],
    [3541, '1 hour', '1 Stunde'],
    [3600, '1 hour', '1 Stunde'],
    [3601, '2 hours', '2 Stunden'],
    [75_600, '21 hours', '21 Stunden'],
    [86_400, '24 hours', '24 Stunden'],
  ] as const) {
    const words = formatDuration(seconds);
    assert.equal(plain(words), en, `${seconds} s`);
    assert.doesNotMatch(words, / /, 'the figure and its unit stay on one line');
    assert.equal(plain(formatDuration(seconds, { lang: 'de' })), de, `${seconds} s in German`);
  }
});

test('formatDuration: the words of the language file come before those of `Intl`', () => {
  const texts = { lang: 'de', hours: '{n} H', minutes: '{n} M', seconds: '{n} S' };
  assert.deepEqual(
    [7200, 120, 2].map(seconds => plain(formatDuration(seconds, texts))),
    ['2 H', '2 M', '2 S'],
  );
});

test('formatDuration: symbols, not another language, if the browser does not know the language', () => {
  assert.equal(formatDuration(7200, { lang: 'xx' }), '2h');
  assert.equal(formatDuration(900, { lang: 'xx' }), '15m');
  assert.equal(formatDuration(9, { lang: 'xx' }), '9s');
  assert.equal(plain(formatDuration(7200, { lang: 'xx', hours: '{n} xx' })), '2 xx');
});

test('formatCountdown: minutes and seconds below an hour, then whole hours in words', () => {
  for (const [seconds, text] of [
    [0, '0:00'],
    [0.2, '0:01'],
    [9, '0:09'],
    [60, '1:00'],
    [61.5, '1:02'],
    [3599, '59:59'],
    [3599.5, '1 hour'],
    [3601, '2 hours'],
  ] as const)
    assert.equal(plain(formatCountdown(seconds)), text, `${seconds} s`);
  assert.equal(plain(formatCountdown(7200, { lang: 'de' })), '2 Stunden');
});
