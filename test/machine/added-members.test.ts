import assert from 'node:assert/strict';
import test from 'node:test';
import { createActor } from 'xstate';
import { fixInitial } from '../../src/machine/added-members.js';
import { authMachine } from '../../src/machine/auth-machine.js';

for (const added of [{ initial: 'legacy' }, { initial: {} }])
  test(`a page adds ${JSON.stringify(added)} to Object.prototype: each state has its initial one`, t => {
    const start = (prepare: (root: typeof authMachine.root) => void) => {
      const machine = authMachine.provide({});
      prepare(machine.root);
      return createActor(machine, { input: { mode: 'phone-login' } }).getSnapshot().value;
    };
    const expected = start(() => {});
    t.after(() => Object.keys(added).forEach(name => Reflect.deleteProperty(Object.prototype, name)));
    Object.assign(Object.prototype, added);
    assert.deepEqual(start(fixInitial), expected);
  });
