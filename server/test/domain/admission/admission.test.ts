import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database, SqlValue, Statement } from '../../../src/db/database.js';
import { Admission, type Caller, CallQueue } from '../../../src/domain/admission/admission.js';
import { Refusal, tooManyRequests } from '../../../src/common/refusal.js';

const write: Statement = { name: 'write', text: '' };
const read: Statement = { name: 'read', reads: true, text: '' };

/** An admission to a database whose statements each run until their `end` is called. `running` has them in order. */
function setUp(connections: number, maxWaiting: number) {
  const running: { readonly statement: Statement; readonly end: () => void }[] = [];
  const never = () => Promise.reject(new Error('unexpected call'));
  const db: Database = {
    query: <Row>(statement: Statement, _values: readonly SqlValue[]) =>
      new Promise<Row[]>(resolve => {
        running.push({
          statement,
          end: () => {
            resolve([]);
          },
        });
      }),
    transaction: never,
    withAdvisoryLock: never,
    maintain: never,
    close: never,
  };
  return { running, admission: new Admission(db, { connections, maxWaiting }) };
}

const caller = { ip: '192.0.2.1' };
const isRefusal = (status: number) => (error: unknown) => error instanceof Refusal && error.status === status;

describe('the admission to the database', () => {
  for (const connections of [10, 4, 1]) {
    it(`begins a read at once during a flood of writes, with ${connections} connections`, async () => {
      const { running, admission } = setUp(connections, 1000);
      const writes = Array.from({ length: 300 }, () => admission.admit(caller).query(write, []));
      const begun = running.length;
      assert.ok(begun >= 1 && begun <= Math.max(1, connections - 1), `${begun} writes at once`);
      const reading = admission.admit({ ip: '192.0.2.2' }).query(read, []);
      assert.equal(running.at(-1)!.statement.name, 'read');
      running.at(-1)!.end();
      await reading;
      for (let ended = 0; ended < 301; ended++) {
        running[ended]!.end();
        await new Promise(resolve => setImmediate(resolve));
      }
      await Promise.all(writes);
    });
  }

  it('refuses with 503 a call that finds no place, and never one that has begun', async () => {
    const { running, admission } = setUp(1, 2);
    const calls = [1, 2, 3].map(() => admission.admit(caller).query(write, []));
    await assert.rejects(admission.admit(caller).query(write, []), (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual([error.status, error.params], [503, { retryAfter: 1 }]);
      return true;
    });
    calls.push(admission.admitToFinish(caller).query(write, []));
    for (let ended = 0; ended < 4; ended++) {
      running[ended]!.end();
      await new Promise(resolve => setImmediate(resolve));
    }
    await Promise.all(calls);
  });

  it('begins nothing for a client that has gone', async () => {
    const { running, admission } = setUp(1, 2);
    const first = admission.admit(caller).query(write, []);
    let gone = false;
    const left = admission.admit({ ...caller, hasLeft: () => gone }).query(write, []);
    gone = true;
    running[0]!.end();
    await first;
    await assert.rejects(left, isRefusal(499));
    assert.equal(running.length, 1);
  });
});

/** Runs one call after another, and tells which callers had their turn, in order. */
async function turnsOf(queue: CallQueue, callers: readonly Caller[]): Promise<readonly Caller[]> {
  const order: Caller[] = [];
  const runAll = callers.map(each =>
    queue.run('79161234567', each, async () => {
      await new Promise(resolve => setImmediate(resolve));
      order.push(each);
    }),
  );
  await Promise.all(runAll);
  return order;
}

describe('the calls for one number', () => {
  for (const [name, ipOf] of Object.entries({
    '/48': (n: number) => `2001:db8:bad:${n.toString(16)}::/64`,
    '/24': (n: number) => `203.0.113.${n}`,
  })) {
    it(`wait in turns by network: the owner does not wait behind 200 calls from as many addresses of a ${name}`, async () => {
      const owner = { ip: '192.0.2.1' };
      const others = Array.from({ length: 200 }, (_, n) => ({ ip: ipOf(n) }));
      const turn = (await turnsOf(new CallQueue('number', 1000), [...others, owner])).indexOf(owner);
      assert.ok(turn <= 2, `after ${turn} others`);
    });
  }

  it('of one address wait in turns by number', async () => {
    const [flooded, other] = ['79161234567', '79161234568'].map(phone => ({ ip: '192.0.2.1', phone })) as [
      Caller,
      Caller,
    ];
    const callers = [...Array.from({ length: 200 }, () => flooded), other];
    const turn = (await turnsOf(new CallQueue('number', 1000), callers)).indexOf(other);
    assert.ok(turn <= 2, `after ${turn} others`);
  });

  it('wait in turns by address: the owner does not wait behind 500 calls of somebody else', async () => {
    const owner = { ip: '192.0.2.1' };
    const others = Array.from({ length: 500 }, () => ({ ip: '203.0.113.1' }));
    const turn = (await turnsOf(new CallQueue('number', 1000), [...others, owner])).indexOf(owner);
    assert.ok(turn <= 2, `after ${turn} others`);
  });

  it('share the refusal of the call before them if it applies to them, and get 429 if too many wait', async () => {
    const queue = new CallQueue('number', 3, refusal => (refusal.params.what === 'blocked' ? refusal : undefined));
    let runs = 0;
    const call = () =>
      queue.run('79161234567', caller, async () => {
        runs++;
        await new Promise(resolve => setImmediate(resolve));
        throw tooManyRequests('blocked', 900, 'block');
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, call));
    const whats = outcomes.map(outcome => ((outcome as PromiseRejectedResult).reason as Refusal).params.what);
    assert.equal(runs, 1);
    assert.deepEqual(whats.sort(), [...Array<string>(4).fill('blocked'), ...Array<string>(6).fill('ip')]);
  });
});
