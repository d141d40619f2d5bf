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

  it('warn of a limit at once, and after each minute of the number of refusals in it', t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { alarms, warnings } = setUp();
    const refuse = (...limits: string[]) => limits.forEach(limit => alarms.limitReached(limit));
    const seen = () => warnings().map(({ limit, refused }) => `${limit}: ${refused}`);
    refuse('a', 'a', 'b');
    t.mock.timers.tick(59_999);
    refuse('a');
    assert.deepEqual(seen(), ['a: 1', 'b: 1']);
    t.mock.timers.tick(1);
    assert.deepEqual(seen(), ['a: 1', 'b: 1', 'a: 2']);
    refuse('a', 'b');
    t.mock.timers.tick(60_000);
    assert.deepEqual(seen().slice(3), ['b: 1', 'a: 1']);
    t.mock.timers.tick(60_000);
    refuse('a');
    assert.deepEqual(seen().slice(5), ['a: 1']);
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
