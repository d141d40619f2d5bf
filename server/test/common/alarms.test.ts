import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAlarms } from '../../src/common/alarms.js';
import { createLog } from '../../src/common/log.js';

interface Warning {
  readonly limit?: string;
  readonly refused?: number;
  readonly blocks?: number;
}

describe('the alarms', () => {
  const setUp = () => {
    const lines: string[] = [];
    const clock = { now: 0 };
    const log = createLog('warn', { write: line => lines.push(line) });
    const alarms = createAlarms(log, 3, () => clock.now);
    return { alarms, clock, warnings: () => lines.map(line => JSON.parse(line) as Warning) };
  };

  it('repeat the warning about a limit after a minute, with the number of refusals since', () => {
    const { alarms, clock, warnings } = setUp();
    for (const [now, limit] of [
      [0, 'a'],
      [1, 'a'],
      [2, 'b'],
      [59_999, 'a'],
      [60_000, 'a'],
    ] as const) {
      clock.now = now;
      alarms.limitReached(limit);
    }
    assert.deepEqual(
      warnings().map(({ limit, refused }) => [limit, refused]),
      [
        ['a', 1],
        ['b', 1],
        ['a', 3],
      ],
    );
  });

  it('treat many blocks within ten minutes as a wave', () => {
    const { alarms, clock, warnings } = setUp();
    for (const now of [0, 300_000, 600_000, 600_001, 600_002]) {
      clock.now = now;
      alarms.blocked();
    }
    assert.deepEqual(
      warnings().map(({ blocks }) => blocks),
      [3],
    );
  });
});
