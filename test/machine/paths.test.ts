// The chart as a graph: every state can be reached, every busy one can be left, and nobody gets stuck.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { AuthSnapshot } from '../../src/machine/auth-machine.js';
import { selectFlow, selectRecord, selectState } from '../../src/machine/select-state.js';
import { allLeaves, CODE, distinctEdges, exploreFlow, leafOf, PASSWORD, type Edge } from '../support/flow-model.js';

const { states, edges, reached } = exploreFlow();
const isBusy = (snapshot: AuthSnapshot) => snapshot.hasTag('busy');

test('every state of the chart is reached by a path', t => {
  t.diagnostic(`${reached.size} states of the flow (${states} with their data), ${edges.length} transitions`);
  t.diagnostic(`${distinctEdges(edges).length} of a kind of their own`);
  assert.deepEqual([...reached].sort(), allLeaves());
});

for (const leaf of allLeaves()) {
  const out = edges.filter(({ from }) => leafOf(from) === leaf);
  const busy = out.filter(({ from }) => isBusy(from));
  if (!busy.length) continue;
  const leaves = (which: (edge: Edge) => boolean) => busy.some(edge => which(edge) && leafOf(edge.to) !== leaf);

  test(`${leaf} is left by success, by error, and by the person who changes their mind`, () => {
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

  test(`${leaf}: no error leaves the person in a busy state`, () => {
    for (const { event, to } of busy) if (event.type.startsWith('xstate.error.')) assert.ok(!isBusy(to), event.label);
  });
}

test('from every state there is a way to be signed in, without a reload', () => {
  const good = new Set<string>(['signedIn.none', 'signedIn.verified']);
  for (let before = -1; before !== good.size;) {
    before = good.size;
    for (const { from, event, to } of edges)
      // What a person does, and what a server that works answers.
      if (!/^session|^xstate.error/.test(event.type) && good.has(leafOf(to))) good.add(leafOf(from));
  }
  assert.deepEqual(
    [...reached].filter(leaf => !good.has(leaf)),
    [],
  );
});

test('the data of a state holds neither a code nor a password', () => {
  for (const { to, event } of edges) {
    const text = JSON.stringify([to.context, to.value]);
    assert.ok(!text.includes(CODE) && !text.includes(PASSWORD), `${leafOf(to)} after ${event.label}`);
  }
});

test('the state is read off every snapshot without contradiction', () => {
  for (const { to, event } of edges) {
    const state = selectState(to, ({ code }) => code);
    const flow = selectFlow(to);
    const say = `${leafOf(to)} after ${event.label}`;
    assert.equal(state.isLoading, isBusy(to), say);
    assert.equal(state.error, flow.failure?.code ?? null, say);
    assert.equal(state.isAuthenticated, flow.screen === 'signed-in', say);
    assert.equal(state.isAuthenticated, state.userId !== null, say);
    assert.equal(state.phoneForVerification !== null, state.verificationStep === 'sms-sent', say);
    const isAwaited = flow.screen === 'code' || leafOf(to) === 'restoring.resuming';
    assert.equal(state.verificationStep === 'sms-sent', isAwaited, say);
    if (state.isLoading) assert.equal(state.error === null || leafOf(to).startsWith('restoring'), true, say);
    assert.notEqual(flow.failure?.code, 'cancelled', say);
  }
});

test('what must survive a reload is kept exactly while it matters', () => {
  for (const { to, event } of edges) {
    const record = selectRecord(to);
    const leaf = leafOf(to);
    const say = `${leaf} after ${event.label}`;
    const isAwaited = leaf.includes('sms-sent') || leaf === 'restoring.resuming';
    if (isAwaited) assert.equal(record?.step, 'sms-sent', say);
    else assert.notEqual(record?.step, 'sms-sent', say);
    if (leaf.startsWith('signedIn') || leaf === 'signingOut') assert.equal(record, null, say);
    if (record) {
      const allowed = ['v', 'mode', 'step', 'phone', 'typedName', 'codeLength', 'idempotent', 'attemptsLeft'];
      assert.deepEqual(Object.keys(record), [...allowed, 'resend', 'blocked'], say);
    }
  }
});
