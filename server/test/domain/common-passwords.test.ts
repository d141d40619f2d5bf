import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCommonPassword } from '../../src/domain/common-passwords.js';

describe('isCommonPassword', () => {
  it('knows the most common ones, in upper or lower case, and in the other layout of a Russian keyboard', () => {
    for (const password of ['password', 'Password1', '12345678', 'QWERTYUIOP', 'iloveyou', '1q2w3e4r', 'йцукенгшщз']) {
      assert.equal(isCommonPassword(password, 'anna'), true, password);
    }
  });

  it('knows the login', () => {
    assert.equal(isCommonPassword('Anna.Karenina', 'anna.karenina'), true);
    assert.equal(isCommonPassword('Anna.Karenina', 'tolstoy'), false);
  });

  it('accepts others', () => {
    for (const password of ['correct horse', 'Лев Толстой', 'xK7-pQ2-mN9', 'пароль от дачи']) {
      assert.equal(isCommonPassword(password, 'anna'), false, password);
    }
  });
});
