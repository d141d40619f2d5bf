// The chart as a graph: every state is reachable, and every busy state has a way out by success, error and cancelling.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  allLeaves,
  CODE,
  distinctEdges,
  exploreFlow,
  isBusy,
  leafOf,
  PASSWORD,
  type Edge,
} from '../support/flow-model.js';

const { states, edges, reached } = exploreFlow();

test('every state of the chart is reachable', t => {
  t.diagnostic(`${reached.size} states of the flow (${states} with their data), ${edges.length} transitions`);
  t.diagnostic(`${distinctEdges(edges).length} distinct kinds of transitions`);
  assert.deepEqual([...reached].sort(), allLeaves());
});

for (const leaf of allLeaves()) {
  const outgoing = edges.filter(({ from }) => leafOf(from) === leaf);
  const busy = outgoing.filter(({ from }) => isBusy(from));
  if (!busy.length) continue;
  const leaves = (which: (edge: Edge) => boolean) => busy.some(edge => which(edge) && leafOf(edge.to) !== leaf);

  test(`${leaf} is left by success, by error, and by cancelling`, () => {
    assert.ok(
      leaves(({ event }) => event.type.startsWith('xstate.done.')),
      'success',
    );
    assert.ok(
      leaves(({ event }) => event.type.startsWith('xstate.error.')),
      'error',
    );
    const cancel = ['back', 'logout', 'password.submit', 'code.request'];
    assert.ok(
      leaves(({ event }) => cancel.includes(event.type)),
      'cancel',
    );
  });

  test(`${leaf}: no error leads to a busy state`, () => {
    for (const { event, to } of busy) if (event.type.startsWith('xstate.error.')) assert.ok(!isBusy(to), event.label);
  });
}

test('every state leads to a sign-in without a reload', () => {
  const good = new Set<string>(['signedIn.none', 'signedIn.verified']);
  for (let before = -1; before !== good.size;) {
    before = good.size;
    for (const { from, event, to } of edges)
      // Actions of a person and answers of a working server.
      if (!/^session|^xstate.error/.test(event.type) && good.has(leafOf(to))) good.add(leafOf(from));
  }
  assert.deepEqual(
    [...reached].filter(leaf => !good.has(leaf)),
    [],
  );
});

test('no snapshot contains a code or a password', () => {
  for (const { to, event } of edges) {
    const text = JSON.stringify([to.context, to.value]);
    assert.ok(!text.includes(CODE) && !text.includes(PASSWORD), `${leafOf(to)} after ${event.label}`);
  }
});
