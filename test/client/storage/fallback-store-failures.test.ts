// Which record counts in a tab whose store fails for a while, and what happens to the record that it shares with other tabs
// (docs/behaviour/session.md#record).
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { FallbackStore, type RecordPort } from '../../../src/client/storage/fallback-store.js';

interface Item {
  readonly id: number;
}

type Method = 'read' | 'write' | 'remove';

/** One tab's view of a storage that tabs share as JSON. Calls can be made to throw. */
class Port implements RecordPort<Item> {
  readonly persistent = true;
  readonly failing = new Set<Method>();
  readonly #shared: { json: string | null };

  constructor(shared: { json: string | null }) {
    this.#shared = shared;
  }

  read(): unknown {
    this.#attempt('read');
    return this.#shared.json && (JSON.parse(this.#shared.json) as unknown);
  }

  write(item: Item): void {
    this.#attempt('write');
    this.#shared.json = JSON.stringify(item);
  }

  remove(): void {
    this.#attempt('remove');
    this.#shared.json = null;
  }

  subscribe(): () => void {
    return () => {};
  }

  #attempt(method: Method): void {
    if (this.failing.has(method)) throw new Error(`no ${method}`);
  }
}

const isItem = (value: unknown): boolean => typeof (value as Item | null)?.id === 'number';

function openTabs() {
  const shared: { json: string | null } = { json: null };
  const ports = [new Port(shared), new Port(shared)] as const;
  const [here, there] = [new FallbackStore<Item>(ports[0], isItem), new FallbackStore<Item>(ports[1], isItem)];
  return { shared, port: ports[0], ports, here, there };
}

test('a write that fails leaves the record of another tab alone, and counts here', () => {
  const { shared, port, here, there } = openTabs();
  there.write({ id: 1 });
  port.failing.add('write');
  here.write({ id: 2 });
  assert.equal(shared.json, '{"id":1}');
  assert.deepEqual([here.read(), here.read(), there.read()], [{ id: 2 }, { id: 2 }, { id: 1 }]);
  assert.deepEqual([here.persistent, there.persistent], [false, true]);
});

for (const [name, change, expected] of [
  ['another record', (there: FallbackStore<Item>) => there.write({ id: 3 }), { id: 3 }],
  ['a removal', (there: FallbackStore<Item>) => there.remove(), null],
] as const)
  test(`${name} by another tab after a write that failed: wins here, and the store is used again`, () => {
    const { port, here, there } = openTabs();
    there.write({ id: 1 });
    port.failing.add('write');
    here.write({ id: 2 });
    change(there);
    assert.deepEqual(here.read(), expected);
    assert.equal(here.persistent, true);
    // From then on, the store works as if nothing had failed.
    there.write({ id: 1 });
    assert.deepEqual(here.read(), { id: 1 });
  });

test('a record that another tab wrote before the write that failed, and that was not read here: replaced here', () => {
  const { port, here, there } = openTabs();
  assert.equal(here.read(), null);
  there.write({ id: 1 });
  port.failing.add('write');
  here.write({ id: 2 });
  assert.deepEqual(here.read(), { id: 2 });
});

test('the next write that succeeds goes to the store, over the older record', () => {
  const { shared, port, here, there } = openTabs();
  there.write({ id: 1 });
  port.failing.add('write');
  here.write({ id: 2 });
  port.failing.clear();
  assert.deepEqual(here.read(), { id: 2 }, 'reading alone brings no older record back');
  here.write({ id: 3 });
  assert.equal(shared.json, '{"id":3}');
  assert.deepEqual([here.persistent, there.read()], [true, { id: 3 }]);
});

test('what another tab removes right after a write is removed here', () => {
  const { here, there } = openTabs();
  here.write({ id: 1 });
  there.remove();
  assert.equal(here.read(), null);
});

test('what another tab writes right after a removal counts here, even the same record', () => {
  const { here, there } = openTabs();
  here.write({ id: 1 });
  here.remove();
  there.write({ id: 1 });
  assert.deepEqual(here.read(), { id: 1 });
});

test('remove: the record that the store still holds is removed too, after a write that failed', () => {
  const { shared, port, here, there } = openTabs();
  there.write({ id: 1 });
  port.failing.add('write');
  here.write({ id: 2 });
  here.remove();
  assert.deepEqual([shared.json, here.read(), here.persistent], [null, null, true]);
});

test('forget: the record that the store still holds stays for other tabs after a write that failed', () => {
  const { shared, port, here, there } = openTabs();
  there.write({ id: 1 });
  port.failing.add('write');
  here.write({ id: 2 });
  here.forget();
  assert.deepEqual([shared.json, here.read()], ['{"id":1}', null]);
});

test('forget: removes the record in a store that works', () => {
  const { shared, here } = openTabs();
  here.write({ id: 1 });
  here.forget();
  assert.deepEqual([shared.json, here.read(), here.persistent], [null, null, true]);
});

test('a removal that fails: the record does not come back here, until another tab writes one', () => {
  const { shared, port, here, there } = openTabs();
  here.write({ id: 1 });
  port.failing.add('remove');
  here.remove();
  assert.deepEqual([here.read(), here.persistent, shared.json], [null, false, '{"id":1}']);
  there.write({ id: 2 });
  assert.deepEqual([here.read(), here.persistent], [{ id: 2 }, true]);
});

test('a read that fails: the record that was read last still counts, until the store can be read again', () => {
  const { port, here, there } = openTabs();
  there.write({ id: 1 });
  assert.deepEqual(here.read(), { id: 1 });
  port.failing.add('read');
  there.write({ id: 2 });
  assert.deepEqual([here.read(), here.persistent], [{ id: 1 }, false]);
  port.failing.clear();
  assert.deepEqual([here.read(), here.persistent], [{ id: 2 }, true]);
});

test('a store that throws at every call, and then works and is empty: the record still counts', () => {
  const { port, here, there } = openTabs();
  for (const method of ['read', 'write', 'remove'] as const) port.failing.add(method);
  here.write({ id: 1 });
  assert.deepEqual(here.read(), { id: 1 });
  port.failing.clear();
  assert.deepEqual(here.read(), { id: 1 });
  there.write({ id: 2 });
  assert.deepEqual(here.read(), { id: 2 });
});

for (const value of [0, false, '', 7, 'text', [], {}, { id: '1' }])
  test(`a value that is not a record (${JSON.stringify(value)}) is removed`, () => {
    const { shared, here } = openTabs();
    shared.json = JSON.stringify(value);
    assert.deepEqual([here.read(), shared.json, here.persistent], [null, null, true]);
  });

test('remove is not called on an empty store', () => {
  const { port, here } = openTabs();
  port.remove = () => assert.fail();
  for (const empty of [null, undefined]) {
    port.read = () => empty;
    assert.equal(here.read(), null);
  }
  assert.equal(here.persistent, true);
});

test('a value that is not a record and cannot be removed counts as none, in a store that returns a different value at each read', () => {
  const { port, here } = openTabs();
  let count = 0;
  port.read = () => ({ count: count++ });
  port.failing.add('remove');
  assert.deepEqual([here.read(), here.read(), here.persistent], [null, null, false]);
});

test('in any history of two tabs and failures, each tab keeps its own record until the store holds another one', () => {
  const step = fc.record({
    tab: fc.constantFrom(0 as const, 1 as const),
    act: fc.constantFrom('read', 'write', 'remove', 'forget'),
    failing: fc.subarray(['read', 'write', 'remove'] as const),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const { shared, ports, here, there } = openTabs();
      const stores = [here, there] as const;
      /** What each tab should have, what the store held when the tab saw it last, and whether these are the same. */
      const models = stores.map(() => ({ item: null as Item | null, seen: null as string | null, isStored: true }));
      steps.forEach(({ tab, act, failing }, id) => {
        const [port, store, model] = [ports[tab], stores[tab], models[tab]!];
        port.failing.clear();
        for (const method of failing) port.failing.add(method);
        const before = shared.json;
        // Before each call, a tab reads the store, as the keeper does.
        if (failing.includes('read')) model.isStored = false;
        else if (before !== model.seen)
          Object.assign(model, { item: before && (JSON.parse(before) as Item), seen: before, isStored: true });
        assert.deepEqual(store.read(), model.item);
        if (act === 'read') return;

        if (act === 'write') store.write({ id });
        else store[act]();
        model.item = act === 'write' ? { id } : null;
        const json = model.item && JSON.stringify(model.item);
        // Only a call that doesn't throw changes the store, and `forget` only if the store held the record.
        const isForgottenHere = act === 'forget' && !model.isStored;
        const isTaken = !isForgottenHere && !failing.includes(act === 'write' ? 'write' : 'remove');
        if (isTaken) model.seen = json;
        if (!isForgottenHere) model.isStored = isTaken;
        assert.equal(shared.json, isTaken ? json : before);
        if (failing.includes('read')) model.isStored = false;
        assert.deepEqual([store.read(), store.persistent], [model.item, model.isStored]);
      });
    }),
    { numRuns: 2000 },
  );
});
