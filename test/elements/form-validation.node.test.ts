// The fields of the forms, what keeps a form from being sent, and the field that a message belongs to.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AUTH_MODES } from '../../src/core/auth-state.js';
import { formFields } from '../../src/elements/form-fields.js';
import { errorField, validateForm } from '../../src/elements/form-validation.js';

test('the fields of each form', () => {
  const fields = Object.fromEntries(AUTH_MODES.map(mode => [mode, formFields({ screen: 'credentials', mode })]));
  assert.deepEqual(fields, {
    'phone-login': ['phone'],
    'phone-register': ['phone', 'displayName'],
    login: ['login', 'password'],
    register: ['login', 'password', 'repeat'],
  });
  assert.deepEqual(formFields({ screen: 'code', mode: 'phone-login' }), ['code']);
  assert.deepEqual(formFields({ screen: 'name', mode: 'phone-login' }), ['displayName']);
  for (const screen of ['restoring', 'confirmed', 'signed-in'] as const)
    assert.deepEqual(formFields({ screen, mode: 'login' }), []);
});

test('empty fields; spaces are a password, and no login', () => {
  assert.deepEqual(validateForm({ login: ' ', password: ' ', repeat: ' ' }), [{ field: 'login', text: 'emptyField' }]);
  assert.deepEqual(validateForm({ login: 'anna', password: 'x' }), []);
  assert.deepEqual(validateForm({ code: '' }), []);
});

test('an incomplete phone comes before an empty name', () => {
  assert.deepEqual(validateForm({ phone: '', displayName: '' }), []);
  assert.deepEqual(validateForm({ phone: '79161234567', displayName: '' }), [
    { field: 'displayName', text: 'emptyField' },
  ]);
});

test('two passwords that differ, once both are there', () => {
  assert.deepEqual(validateForm({ login: 'anna', password: 'x', repeat: '' }), [
    { field: 'repeat', text: 'emptyField' },
  ]);
  assert.deepEqual(validateForm({ login: 'anna', password: 'x', repeat: 'y' }), [
    { field: 'repeat', text: 'passwordMismatch' },
  ]);
});

test('a message is shown under a field of the screen, or else above the form', () => {
  const at = (screen: 'credentials' | 'code', mode: 'login' | 'phone-login') => ({ screen, mode });
  assert.equal(errorField({ ...at('code', 'phone-login'), failure: { code: 'wrong-code' } }, []), 'code');
  assert.equal(errorField({ ...at('credentials', 'phone-login'), failure: { code: 'wrong-code' } }, []), undefined);
  assert.equal(errorField({ ...at('credentials', 'login'), failure: { code: 'wrong-credentials' } }, []), 'password');
  assert.equal(errorField({ ...at('credentials', 'login'), failure: { code: 'policy', field: 'login' } }, []), 'login');
  assert.equal(errorField({ ...at('credentials', 'login'), failure: { code: 'server' } }, []), undefined);
  const fieldError = { field: 'login', text: 'emptyField' } as const;
  assert.equal(
    errorField({ ...at('credentials', 'login'), failure: { code: 'wrong-credentials' } }, [fieldError]),
    'login',
  );
});
