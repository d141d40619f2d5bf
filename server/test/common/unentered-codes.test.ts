import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '../../src/common/log.js';
import { createCodeWatch } from '../../src/common/unentered-codes.js';

const minute = 60_000;

describe('the watch over codes that are not entered', () => {
  const setUp = () => {
    const lines: string[] = [];
    const reported: string[] = [];
    const clock = { now: 0 };
    const log = createLog('warn', { write: line => lines.push(line) });
    const options = { minCodes: 10, codeTtl: 300, report: (country: string) => reported.push(country) };
    const watch = createCodeWatch(log, options, () => clock.now);
    /** Sends a code in each minute from the one to the other, and enters every n-th, or none for 0. */
    const run = (country: string, from: number, to: number, enterEvery: number) => {
      for (let n = from; n < to; n++) {
        clock.now = n * minute;
        watch.sent(country);
        if (n % enterEvery === 0) watch.entered(country);
      }
    };
    return { watch, clock, run, reported, warnings: () => lines.map(line => JSON.parse(line) as object) };
  };

  it('warns once of a country whose codes nobody enters, when the last of enough codes is dead', () => {
    const { run, reported, warnings } = setUp();
    run('KZ', 0, 15, 0);
    assert.deepEqual(reported, []);
    run('KZ', 15, 20, 0);
    assert.deepEqual(reported, ['KZ']);
    const [warning, ...others] = warnings();
    assert.deepEqual(others, []);
    const { level, country, sent, entered, seconds, msg } = warning as Record<string, unknown>;
    assert.deepEqual(
      { level, country, sent, entered, seconds, msg },
      { level: 40, country: 'KZ', sent: 10, entered: 0, seconds: 3600, msg: 'codes are not entered' },
    );
  });

  it('warns again when as many more are not entered', () => {
    const { run, reported } = setUp();
    run('KZ', 0, 40, 0);
    assert.deepEqual(reported, ['KZ', 'KZ']);
  });

  it('is quiet if a fifth of the codes is entered, and not if a sixth is', () => {
    const { run, reported } = setUp();
    run('KZ', 0, 300, 5);
    assert.deepEqual(reported, []);
    run('BY', 1000, 1300, 6);
    assert.ok(reported.length > 0 && reported.every(country => country === 'BY'));
  });

  it('is quiet about codes that may still be entered, however many', () => {
    const { watch, clock, reported } = setUp();
    for (let n = 0; n < 1000; n++) watch.sent('RU');
    clock.now = 5 * minute;
    watch.sent('RU');
    assert.deepEqual(reported, []);
    clock.now = 6 * minute;
    watch.sent('RU');
    assert.deepEqual(reported, ['RU']);
  });

  it('forgets codes after an hour', () => {
    const { run, reported } = setUp();
    run('KZ', 0, 9, 0);
    run('KZ', 100, 109, 0);
    assert.deepEqual(reported, []);
  });

  it('counts each country on its own', () => {
    const { run, reported } = setUp();
    for (let n = 0; n < 30; n++) {
      run('RU', n, n + 1, 1);
      run('KZ', n, n + 1, 0);
    }
    assert.deepEqual([...new Set(reported)], ['KZ']);
  });
});
