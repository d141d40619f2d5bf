import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { AUTH_MODES, type AuthMode } from '../../../../src/core/modes.js';
import { chooseMode, nearestMode, readModes } from '../../../../src/elements/auth-widget/controllers/offered-modes.js';

const anyModes = fc.subarray([...AUTH_MODES], { minLength: 1 });
const anyMode = fc.constantFrom(...AUTH_MODES);

describe('the modes that are offered', () => {
  it('are those of the attribute, in the order of the screens', () => {
    assert.deepEqual(readModes('register phone-login'), ['phone-login', 'register']);
    assert.deepEqual(readModes(' login\n, unknown'), ['login']);
    assert.deepEqual(readModes(['login', 'register']), ['login', 'register']);
  });

  it('are all of them if the attribute names none', () => {
    for (const text of [undefined, null, '', 'unknown', 'phone', 'log in'])
      assert.deepEqual(readModes(text), AUTH_MODES);
  });

  it('begin with the first wanted one that is offered, or else with the first', () => {
    assert.equal(chooseMode(['login', 'register'], undefined, 'phone-login', 'register'), 'register');
    assert.equal(chooseMode(['login', 'register'], 'phone-login'), 'login');
    assert.equal(chooseMode(['login', 'register']), 'login');
  });

  it('replace another mode with the nearest one: the same intent, or else the same method', () => {
    const nearest: readonly [AuthMode, readonly AuthMode[], AuthMode][] = [
      ['register', ['phone-login', 'phone-register', 'login'], 'phone-register'],
      ['register', ['phone-login', 'login'], 'login'],
      ['phone-register', ['login', 'phone-login'], 'phone-login'],
      ['phone-login', ['login', 'phone-register'], 'login'],
      ['login', ['phone-register', 'register'], 'register'],
      ['login', ['phone-register'], 'phone-register'],
    ];
    for (const [mode, offered, expected] of nearest) assert.equal(nearestMode(offered, mode), expected);
  });

  it('keep a mode that is offered, and never show one that is not', () => {
    fc.assert(
      fc.property(anyModes, anyMode, (offered, mode) => {
        const shown = nearestMode(offered, mode);
        assert.ok(offered.includes(shown));
        if (offered.includes(mode)) assert.equal(shown, mode);
      }),
    );
  });
});
