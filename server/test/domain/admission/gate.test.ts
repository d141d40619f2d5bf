import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallerLeft, Gate, GateFull } from '../../../src/domain/admission/gate.js';

/** A promise and the function that resolves it. */
function latch(): { promise: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const promise = new Promise<void>(resolve => (open = resolve));
  return { promise, open };
}

describe('Gate', () => {
  it('runs as many tasks at once as it has permits, whether or not they succeed', async () => {
    const gate = new Gate(3, 100);
    let running = 0;
    let most = 0;
    const task = async (index: number) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(resolve => setImmediate(resolve));
      running -= 1;
      if (index % 2 === 0) throw new Error('fails');
    };
    const tasks = Array.from({ length: 20 }, (_, index) => gate.run({ line: '' }, () => task(index)));
    const outcomes = await Promise.allSettled(tasks);
    assert.equal(most, 3);
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 10);
    assert.equal(gate.waiting, 0);
  });

  /** A gate whose only permit is taken until `open` is called, and the order in which tasks ran after that. */
  const taken = (maxWaiting: number) => {
    const gate = new Gate(1, maxWaiting);
    const { promise, open } = latch();
    const first = gate.run({ line: 'first' }, () => promise);
    const order: string[] = [];
    const enter = (line: string, name: string, more: { hasLeft?: () => boolean; isBegun?: boolean } = {}) =>
      gate.run({ line, ...more }, () => {
        order.push(name);
        return Promise.resolve();
      });
    return { gate, first, open, order, enter };
  };

  it('lets the lines take turns: one task does not wait behind a hundred of another line', async () => {
    const { open, order, enter } = taken(1000);
    const flood = Array.from({ length: 100 }, (_, index) => enter('flood', `flood ${index}`));
    const single = enter('owner', 'owner');
    open();
    await Promise.all([...flood, single]);
    assert.equal(order.indexOf('owner'), 1);
    assert.equal(order.length, 101);
  });

  it('refuses a task if all places are taken, unless it can have the last place of a longer line', async () => {
    const { gate, open, order, enter } = taken(3);
    const flood = [1, 2, 3].map(index => enter('flood', `flood ${index}`));
    await assert.rejects(enter('flood', 'flood 4'), GateFull);
    const single = enter('owner', 'owner');
    await assert.rejects(flood[2]!, GateFull);
    assert.equal(gate.waiting, 3);
    open();
    await Promise.all([flood[0], flood[1], single]);
    assert.deepEqual(order, ['flood 1', 'owner', 'flood 2']);
  });

  it('does not begin a task whose caller has left in the meantime', async () => {
    const { first, open, order, enter } = taken(10);
    let gone = false;
    const left = enter('a', 'left', { hasLeft: () => gone });
    const other = enter('a', 'other');
    gone = true;
    open();
    await Promise.all([first, other]);
    await assert.rejects(left, CallerLeft);
    assert.deepEqual(order, ['other']);
  });

  it('runs tasks that complete something first, and never refuses them', async () => {
    const { open, order, enter } = taken(1);
    const waiting = enter('a', 'waiting');
    const begun = [1, 2].map(index => enter('a', `begun ${index}`, { isBegun: true }));
    open();
    await Promise.all([waiting, ...begun]);
    assert.deepEqual(order, ['begun 1', 'begun 2', 'waiting']);
  });
});
