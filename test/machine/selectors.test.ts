// What each state of the chart means for a view: the state, flow and record of every reachable snapshot.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createActor } from 'xstate';
import { AUTH_MODES } from '../../src/core/modes.js';
import { authMachine } from '../../src/machine/auth-machine.js';
import { selectFlow, selectRecord, selectState } from '../../src/machine/selectors.js';
import { allLeaves, exploreFlow, isBusy, leafOf, metasOf } from '../support/flow-model.js';

const { edges } = exploreFlow();
const toMessage = ({ code }: { code: string }) => code;

/** The screen, verification step and busy tag of every state of the flow. */
const EXPECTED: Readonly<Record<string, readonly [string, string, boolean]>> = {
  'restoring.fresh': ['restoring', 'none', true],
  'restoring.resuming': ['restoring', 'sms-sent', true],
  'signedOut.none.editing': ['credentials', 'none', false],
  'signedOut.none.requesting': ['credentials', 'none', true],
  'signedOut.none.signingIn': ['credentials', 'none', true],
  'signedOut.sms-sent.entering': ['code', 'sms-sent', false],
  'signedOut.sms-sent.resending': ['code', 'sms-sent', true],
  'signedOut.sms-sent.verifying': ['code', 'sms-sent', true],
  'signedOut.unnamed.naming': ['name', 'none', false],
  'signedOut.unnamed.saving': ['name', 'none', true],
  'signedOut.verified.naming': ['name', 'verified', false],
  'signedOut.verified.saving': ['name', 'verified', true],
  'signedOut.confirmed': ['confirmed', 'verified', false],
  'signedIn.none': ['signed-in', 'none', false],
  'signedIn.verified': ['signed-in', 'verified', false],
  signingOut: ['credentials', 'none', true],
};

test('every state of the chart has an expected screen and step', () => {
  assert.deepEqual(Object.keys(EXPECTED).sort(), allLeaves());
});

for (const leaf of allLeaves()) {
  test(`${leaf}: screen, verificationStep and isLoading`, () => {
    const snapshots = edges.map(({ to }) => to).filter(to => leafOf(to) === leaf);
    assert.notEqual(snapshots.length, 0);
    for (const snapshot of snapshots) {
      const { verificationStep, isLoading } = selectState(snapshot, toMessage);
      const [screen, ...rest] = EXPECTED[leaf]!;
      // A sign-in over a session doesn't show the form.
      const { account } = snapshot.context;
      const ownScreen = account && (account.displayName === null ? 'name' : 'signed-in');
      const expected = (screen === 'credentials' && ownScreen) || screen;
      assert.deepEqual([selectFlow(snapshot).screen, verificationStep, isLoading], [expected, ...rest]);
    }
  });

  test(`${leaf}: its meta sets one screen, and no property twice`, () => {
    const names = metasOf(leaf).flatMap(meta => Object.keys(meta));
    assert.ok(names.includes('screen'));
    assert.deepEqual(names, [...new Set(names)]);
  });
}

for (const mode of AUTH_MODES) {
  test(`the mode ${mode} is shown from the start and after a change`, () => {
    assert.equal(selectFlow(createActor(authMachine, { input: { mode } }).getSnapshot()).mode, mode);
    const other = AUTH_MODES.find(name => name !== mode)!;
    const actor = createActor(authMachine, { input: { mode: other } }).start();
    actor.send({ type: 'mode.change', mode });
    assert.equal(selectFlow(actor.getSnapshot()).mode, mode);
    actor.stop();
  });
}

test('state and flow of every snapshot agree with each other', () => {
  for (const { to, event } of edges) {
    const state = selectState(to, toMessage);
    const flow = selectFlow(to);
    const where = `${leafOf(to)} after ${event.label}`;
    assert.equal(state.isLoading, isBusy(to), where);
    assert.equal(state.error, flow.failure?.code ?? null, where);
    // A code may be awaited while somebody is signed in.
    if (flow.screen !== 'code') assert.equal(state.isAuthenticated, flow.screen === 'signed-in', where);
    assert.equal(state.isAuthenticated, !!to.context.account && to.context.account.displayName !== null, where);
    assert.equal(state.isAuthenticated, state.userId !== null, where);
    assert.equal(state.phoneForVerification !== null, state.verificationStep === 'sms-sent', where);
    const canEnterCode = flow.screen === 'code' || leafOf(to) === 'restoring.resuming';
    assert.equal(state.verificationStep === 'sms-sent', canEnterCode, where);
    if (state.isLoading) assert.equal(state.error === null || leafOf(to).startsWith('restoring'), true, where);
    assert.notEqual(flow.failure?.code, 'cancelled', where);
  }
});

test('the flow has exactly the fields of AuthFlow', () => {
  const fields = ['mode', 'screen', 'phone', 'typedName', 'codeLength', 'attemptsLeft', 'isEarlierCode', 'failure'];
  for (const { to } of edges)
    assert.deepEqual(
      Object.keys(selectFlow(to)).sort(),
      [...fields, 'resend', 'blocked', 'retry', 'created', 'challenge'].sort(),
    );
});

test('exactly the states that must survive a reload have a record, in the stored format', () => {
  for (const { to, event } of edges) {
    const record = selectRecord(to);
    const leaf = leafOf(to);
    const where = `${leaf} after ${event.label}`;
    const canEnterCode = leaf.includes('sms-sent') || leaf === 'restoring.resuming';
    if (canEnterCode) assert.equal(record?.step, 'sms-sent', where);
    else assert.notEqual(record?.step, 'sms-sent', where);
    const { phone, blocked } = to.context.verification;
    const isOver = leaf.startsWith('signedIn') || leaf === 'signingOut' || leaf === 'signedOut.confirmed';
    if (isOver) assert.equal(record, null, where);
    else if (leaf.startsWith('signedOut.verified') || leaf.endsWith('requesting'))
      assert.equal(!!record, !!phone, where);
    if (leaf === 'signedOut.none.editing') assert.equal(!!record, !!phone && !!blocked, where);
    if (record) {
      const fields = [
        'v',
        'mode',
        'step',
        'phone',
        'register',
        'typedName',
        'codeLength',
        'idempotent',
        'state',
        'attemptsLeft',
      ];
      assert.deepEqual(
        Object.keys(record),
        [...fields, 'isEarlierCode', 'isCodeOver', 'resend', 'isResendNamed', 'blocked'],
        where,
      );
    }
  }
});
