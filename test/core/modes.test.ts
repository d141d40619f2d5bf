// The screen modes and their traits.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AUTH_MODES, MODE_TRAITS } from '../../src/core/modes.js';

test('the modes, in the order they are offered', () => {
  assert.deepEqual(AUTH_MODES, ['phone-login', 'phone-register', 'login', 'register']);
});

test('each combination of method and intent has exactly one mode', () => {
  const combinations = Object.values(MODE_TRAITS).map(({ method, intent }) => `${method} ${intent}`);
  assert.deepEqual(combinations, ['phone sign-in', 'phone register', 'password sign-in', 'password register']);
});
