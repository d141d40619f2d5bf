// The fields of the forms, what keeps a form from being sent, and the field that a message belongs to.
import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { parseLogin, parsePassword } from '../../../../server/src/http/field-rules.js';
import { AUTH_MODES, type AuthMode } from '../../../../src/core/modes.js';
import { formFields } from '../../../../src/elements/auth-widget/model/form-fields.js';
import {
  errorField,
  validateForm,
  type FormValues,
} from '../../../../src/elements/auth-widget/model/form-validation.js';

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

for (const hasReferenceRules of [true, false]) {
  const validate = (values: FormValues, mode: AuthMode) => validateForm(values, mode, hasReferenceRules);

  test(`empty fields: spaces are a password, but not a login; ${hasReferenceRules}`, () => {
    assert.deepEqual(validate({ login: ' ', password: ' ' }, 'login'), [{ field: 'login', textKey: 'emptyField' }]);
    assert.deepEqual(validate({ login: '', password: '' }, 'login'), [
      { field: 'login', textKey: 'emptyField' },
      { field: 'password', textKey: 'emptyField' },
    ]);
    assert.deepEqual(validate({ displayName: ' ' }, 'phone-register'), [
      { field: 'displayName', textKey: 'emptyField' },
    ]);
  });

  test(`a sign-in is checked only for empty fields; ${hasReferenceRules}`, () => {
    assert.deepEqual(validate({ login: 'a b', password: 'x' }, 'login'), []);
  });

  test(`a phone and a code are left to the client, but an empty name is an error; ${hasReferenceRules}`, () => {
    assert.deepEqual(validate({ code: '' }, 'phone-login'), []);
    assert.deepEqual(validate({ phone: '' }, 'phone-login'), []);
    assert.deepEqual(validate({ phone: '', displayName: '' }, 'phone-register'), [
      { field: 'displayName', textKey: 'emptyField' },
    ]);
  });

  test(`a repeated password that differs, once both are there; ${hasReferenceRules}`, () => {
    const login = 'anna';
    assert.deepEqual(validate({ login, password: 'correct horse', repeat: 'correct horse' }, 'register'), []);
    assert.deepEqual(validate({ login, password: 'correct horse', repeat: '' }, 'register'), [
      { field: 'repeat', textKey: 'emptyField' },
    ]);
    assert.deepEqual(validate({ login, password: 'correct horse', repeat: 'correct house' }, 'register'), [
      { field: 'repeat', textKey: 'passwordMismatch' },
    ]);
    assert.deepEqual(validate({ login, password: '', repeat: 'correct horse' }, 'register'), [
      { field: 'password', textKey: 'emptyField' },
    ]);
  });
}

test('a registration: a login and a password that break a rule, and all other errors, together', () => {
  assert.deepEqual(validateForm({ login: 'a b', password: 'short', repeat: 'other' }, 'register', true), [
    { field: 'login', textKey: 'policy-login' },
    { field: 'password', textKey: 'policy-password' },
    { field: 'repeat', textKey: 'passwordMismatch' },
  ]);
  assert.deepEqual(validateForm({ login: '', password: 'short', repeat: '' }, 'register', true), [
    { field: 'login', textKey: 'emptyField' },
    { field: 'password', textKey: 'policy-password' },
    { field: 'repeat', textKey: 'emptyField' },
  ]);
  assert.deepEqual(validateForm({ login: 'a b', password: 'short', repeat: 'other' }, 'register', false), [
    { field: 'repeat', textKey: 'passwordMismatch' },
  ]);
});

test('a registration whose form has no field for the repeated password keeps the rules', () => {
  assert.deepEqual(validateForm({ login: 'a b', password: 'short' }, 'register', true), [
    { field: 'login', textKey: 'policy-login' },
    { field: 'password', textKey: 'policy-password' },
  ]);
});

describe('the rules are those of the reference server', () => {
  const accepts = (parse: (value: string) => string, value: string): boolean => {
    try {
      parse(value);
      return true;
    } catch {
      return false;
    }
  };
  const password = 'correct horse';
  const logins = ['ann', 'anna', 'ANNA_1.-', 'анна', 'an na', 'a'.repeat(32), 'a'.repeat(33), 'anna@x', ' anna '];
  // Emoji are one character of two UTF-16 units; й is one character or two, and one when it is normalised; \n counts.
  const passwords = [7, 8, 128, 129].flatMap(length =>
    ['x', '🐎', 'й', 'й'.normalize('NFD'), '\n'].map(c => c.repeat(length)),
  );

  for (const login of logins) {
    test(`login ${JSON.stringify(login)}`, () => {
      const errors = validateForm({ login, password, repeat: password }, 'register', true);
      // The client removes the spaces around a login.
      assert.equal(errors.length === 0, accepts(parseLogin, login.trim()));
    });
  }

  for (const each of passwords) {
    test(`password of ${each.length} units, the first ${JSON.stringify(each[0])}`, () => {
      const errors = validateForm({ login: 'anna', password: each, repeat: each }, 'register', true);
      assert.equal(errors.length === 0, accepts(parsePassword, each));
    });
  }
});

test('a message is shown under a field of the screen, or else above the form', () => {
  const at = (screen: 'credentials' | 'code', mode: 'login' | 'phone-login') => ({ screen, mode });
  assert.equal(errorField({ ...at('code', 'phone-login'), failure: { code: 'wrong-code' } }, []), 'code');
  assert.equal(errorField({ ...at('credentials', 'phone-login'), failure: { code: 'wrong-code' } }, []), undefined);
  assert.equal(errorField({ ...at('credentials', 'login'), failure: { code: 'wrong-credentials' } }, []), 'password');
  assert.equal(errorField({ ...at('credentials', 'login'), failure: { code: 'policy', field: 'login' } }, []), 'login');
  assert.equal(errorField({ ...at('credentials', 'login'), failure: { code: 'server' } }, []), undefined);
  const fieldError = { field: 'login', textKey: 'emptyField' } as const;
  assert.equal(
    errorField({ ...at('credentials', 'login'), failure: { code: 'wrong-credentials' } }, [fieldError]),
    'login',
  );
  // The first field with an error, in the order of the form, counts, whichever kind of error it has.
  const nameError = { field: 'displayName', textKey: 'emptyField' } as const;
  const registration = { screen: 'credentials', mode: 'phone-register' } as const;
  assert.equal(errorField({ ...registration, failure: { code: 'invalid-phone' } }, [nameError]), 'phone');
  assert.equal(errorField({ ...registration, failure: { code: 'server' } }, [nameError]), 'displayName');
});
