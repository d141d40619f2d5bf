// Which stored values count as a session (docs/behaviour/session.md#record).
import assert from 'node:assert/strict';
import test from 'node:test';
import { SIGN_IN_METHODS } from '../../src/core/modes.js';
import { isStoredSession } from '../../src/core/stored-session.js';

const RECORD = { v: 1, token: 't', user: 'u1', displayName: 'Anna', obtainedAt: 1_700_000_000_000, expiresIn: 3600 };

const GOOD: Readonly<Record<string, unknown>> = {
  'a complete record': RECORD,
  'an account that still needs a name': { ...RECORD, displayName: null },
  'a server that keeps no names': { ...RECORD, displayName: undefined },
  // With a method that isn't valid, a reload would sign the person out.
  ...Object.fromEntries(SIGN_IN_METHODS.map(method => [`a sign-in by ${method}`, { ...RECORD, method }])),
  'a session that the browser holds in a cookie': { ...RECORD, token: undefined },
  'a refresh token': { ...RECORD, refreshToken: 'r' },
  'members that nobody knows': { ...RECORD, theme: 'dark' },
};
for (const [name, value] of Object.entries(GOOD))
  test(`${name}: valid`, () => {
    assert.equal(isStoredSession(value), true);
  });

const BAD: Readonly<Record<string, unknown>> = {
  nothing: null,
  'a text': 'session',
  'a list': [RECORD],
  'another version': { ...RECORD, v: 2 },
  'an empty token': { ...RECORD, token: '' },
  'a token that is null': { ...RECORD, token: null },
  'an empty refresh token': { ...RECORD, refreshToken: '' },
  'a refresh token that is a number': { ...RECORD, refreshToken: 1 },
  'an empty user': { ...RECORD, user: '' },
  'a user that is a number': { ...RECORD, user: 1 },
  'an empty name': { ...RECORD, displayName: '' },
  'a time as a text': { ...RECORD, obtainedAt: '1700000000000' },
  'an unknown way to sign in': { ...RECORD, method: 'fax' },
  'a negative lifetime': { ...RECORD, expiresIn: -1 },
  'an endless lifetime': { ...RECORD, expiresIn: Infinity },
  'a lifetime that is no number': { ...RECORD, expiresIn: NaN },
};
for (const [name, value] of Object.entries(BAD))
  test(`${name}: invalid`, () => {
    assert.equal(isStoredSession(value), false);
  });
