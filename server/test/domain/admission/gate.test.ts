import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallerLeft, Gate, GateFull, type Waiter } from '../../../src/domain/admission/gate.js';

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
      running++;
      most = Math.max(most, running);
      await new Promise(resolve => setImmediate(resolve));
      running--;
      if (index % 2 === 0) throw new Error('fails');
    };
    const tasks = Array.from({ length: 20 }, (_, index) => gate.run({ path: [''] }, () => task(index)));
    const outcomes = await Promise.allSettled(tasks);
    assert.equal(most, 3);
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 10);
    assert.equal(gate.waiting, 0);
  });

  /** A gate whose only permit is taken until `open` is called, and the order in which tasks ran after that. */
  const taken = (maxWaiting: number) => {
    const gate = new Gate(1, maxWaiting);
    const { promise, open } = latch();
    const first = gate.run({ path: ['first'] }, () => promise);
    const order: string[] = [];
    const enter = (line: string, name: string, more: Partial<Waiter> = {}) =>
      gate.run({ path: line.split(' '), ...more }, () => {
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

  it('gives one turn to a /48, however many /56s and /64s are made up in it', async () => {
    const { open, order, enter } = taken(1000);
    const made = Array.from({ length: 300 }, (_, n) => enter(`48 56-${n % 3} 64-${n}`, `made-up ${n}`));
    const others = ['other', 'third'].map(name => enter(`${name} 56 64`, name));
    open();
    await Promise.all([...made, ...others]);
    assert.deepEqual(order.slice(0, 5), ['made-up 0', 'other', 'third', 'made-up 1', 'made-up 2']);
    assert.equal(order.length, 302);
  });

  it('lets the parts of a line take turns as well: /56s, then their /64s, then numbers', async () => {
    const { open, order, enter } = taken(1000);
    const tasks = ['48 a x 1', '48 a x 1', '48 a x 2', '48 a y 1', '48 b z 1', '48 b z 1'].map(path =>
      enter(path, path),
    );
    open();
    await Promise.all(tasks);
    assert.deepEqual(order, ['48 a x 1', '48 b z 1', '48 a y 1', '48 b z 1', '48 a x 2', '48 a x 1']);
  });

  it('serves who is known before strangers, and these before unproven tokens, at three turns of four', async () => {
    const { open, order, enter } = taken(1000);
    const standings = ['unproven', 'stranger', 'known'] as const;
    const tasks = standings.flatMap(standing =>
      Array.from({ length: 30 }, () => enter('one', standing.slice(0, 1), { standing })),
    );
    open();
    await Promise.all(tasks);
    assert.equal(order.join('').slice(0, 32), 'kkkskkkskkkskkkukkkskkkskkkskkku');
    assert.equal(order.join('').replaceAll('k', '').slice(-27), 'u'.repeat(27));
  });

  it('bounds the tasks of each standing separately', async () => {
    const { open, enter, gate } = taken(2);
    const unproven = [1, 2].map(n => enter(`${n}`, '', { standing: 'unproven' }));
    await assert.rejects(enter('3', '', { standing: 'unproven' }), GateFull);
    const known = enter('3', '', { standing: 'known' });
    assert.equal(gate.waiting, 3);
    open();
    await Promise.all([...unproven, known]);
  });

  it('takes a place from the longest line of the level at which two callers part', async () => {
    const { open, enter, order, gate } = taken(4);
    const flood = [1, 2, 3].map(n => enter(`48 56 64-${n}`, `flood ${n}`));
    const heavy = enter('48 56 64-1', 'flood 4');
    // A neighbour in the same /48 and /56 takes the place of the longest /64.
    const neighbour = enter('48 56 64-9', 'neighbour');
    await assert.rejects(heavy, GateFull);
    // The /48 is now full of /64s with one task each.
    await assert.rejects(enter('48 56 64-10', 'too many'), GateFull);
    const other = enter('other', 'other');
    await assert.rejects(neighbour, GateFull);
    assert.equal(gate.waiting, 4);
    open();
    await Promise.all([...flood, other]);
    assert.equal(order.indexOf('other'), 1);
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
