// How the chart reacts to accounts from the session keeper, without a client: who is signed in, and what is asked for next.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createActor } from 'xstate';
import type { HeldAccount } from '../../src/core/stored-session.js';
import { authMachine } from '../../src/machine/auth-machine.js';
import { leafOf } from '../support/flow-model.js';

const ANN: HeldAccount = { user: '1', displayName: 'Ann', method: 'password' };
const NAMELESS: HeldAccount = { ...ANN, displayName: null };
const BORIS: HeldAccount = { user: '2', displayName: 'Boris', method: 'phone' };

/** An actor on the form that has received `accounts`, one after another. */
function hearOf(...accounts: readonly HeldAccount[]) {
  const actor = createActor(authMachine, { input: { mode: 'login' } }).start();
  const hear = (account: HeldAccount) => actor.send({ type: 'session.changed', account });
  accounts.forEach(hear);
  const end = () => actor.send({ type: 'session.ended', reason: 'logout' });
  const state = () => [leafOf(actor.getSnapshot()), actor.getSnapshot().context.account] as const;
  return { hear, end, state };
}

test('an account with a name is signed in', () => {
  assert.deepEqual(hearOf(ANN).state(), ['signedIn.none', ANN]);
});

test('an account from a server without names is signed in', () => {
  const account = { ...ANN, displayName: undefined };
  assert.deepEqual(hearOf(account).state(), ['signedIn.none', account]);
});

test('an account without a name is asked for one; only a sign-in by phone confirms a number', () => {
  assert.deepEqual(hearOf(NAMELESS).state(), ['signedOut.unnamed.naming', NAMELESS]);
  const byPhone = { ...NAMELESS, method: 'phone' } as const;
  assert.deepEqual(hearOf(byPhone).state(), ['signedOut.verified.naming', byPhone]);
});

test('an account that gets its name elsewhere is signed in', () => {
  assert.deepEqual(hearOf(NAMELESS, ANN).state(), ['signedIn.none', ANN]);
  const byPhone = { ...ANN, method: 'phone' } as const;
  assert.deepEqual(hearOf({ ...byPhone, displayName: null }, byPhone).state(), ['signedIn.verified', byPhone]);
});

test('a signed-in account takes another name without leaving its state', () => {
  const renamed = { ...ANN, displayName: 'Anna' };
  assert.deepEqual(hearOf(ANN, renamed).state(), ['signedIn.none', renamed]);
  const byPhone = { ...ANN, method: 'phone' } as const;
  const flow = hearOf({ ...byPhone, displayName: null }, byPhone);
  flow.hear({ ...byPhone, displayName: 'Anna' });
  assert.deepEqual(flow.state(), ['signedIn.verified', { ...byPhone, displayName: 'Anna' }]);
});

test('an account that lost its name is asked for one', () => {
  assert.deepEqual(hearOf(ANN, NAMELESS).state(), ['signedOut.unnamed.naming', NAMELESS]);
});

test('another person replaces the previous one, with or without a name', () => {
  assert.deepEqual(hearOf(ANN, BORIS).state(), ['signedIn.none', BORIS]);
  assert.deepEqual(hearOf(NAMELESS, BORIS).state(), ['signedIn.none', BORIS]);
  assert.deepEqual(hearOf(BORIS, NAMELESS).state(), ['signedOut.unnamed.naming', NAMELESS]);
});

test('the end of a session leads to the form; an end without a session changes nothing', () => {
  const flow = hearOf(ANN);
  flow.end();
  assert.deepEqual(flow.state(), ['signedOut.none.editing', null]);
  flow.end();
  assert.deepEqual(flow.state(), ['signedOut.none.editing', null]);
});
