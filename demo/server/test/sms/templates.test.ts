import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { smsText } from '../../src/sms/templates.js';

describe('the text of an SMS', () => {
  it('ends with the line that binds the code to the host', () => {
    assert.equal(smsText('ru', '012345', 'example.org').split('\n').at(-1), '@example.org #012345');
    assert.equal(smsText('en', '012345', 'example.org').split('\n').at(-1), '@example.org #012345');
  });
});
