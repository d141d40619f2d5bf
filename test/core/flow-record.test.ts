// Which stored values count as a flow record.
import assert from 'node:assert/strict';
import test from 'node:test';
import { isFlowRecord, type FlowRecord } from '../../src/core/flow-record.js';
import { copyVerification, NO_VERIFICATION } from '../../src/core/phone-verification.js';

const RECORD: FlowRecord = {
  v: 1,
  mode: 'phone-login',
  step: 'sms-sent',
  phone: '79161234567',
  register: false,
  typedName: null,
  codeLength: 6,
  idempotent: false,
  state: null,
  attemptsLeft: null,
  isEarlierCode: false,
  isCodeOver: false,
  resend: null,
  isResendNamed: false,
  blocked: null,
};

test('a record with and without its optional values', () => {
  assert.ok(isFlowRecord(RECORD));
  const deadline = { at: 1_767_225_600_000, seconds: 60 };
  assert.ok(isFlowRecord({ ...RECORD, typedName: 'Anna', attemptsLeft: 2, resend: deadline, blocked: deadline }));
  assert.ok(isFlowRecord({ ...RECORD, register: true, state: 'verification-1' }));
  assert.ok(isFlowRecord({ ...RECORD, unknown: 1 }));
});

test('a value without one of the fields is not a record, but an older version stored neither isResendNamed nor isCodeOver', () => {
  for (const name of Object.keys(RECORD))
    assert.equal(isFlowRecord({ ...RECORD, [name]: undefined }), /^is(ResendNamed|CodeOver)$/.test(name), name);
});

for (const value of [null, undefined, 'text', 7, [], {}])
  test(`${JSON.stringify(value)} is not a record`, () => assert.ok(!isFlowRecord(value)));

test('copyVerification copies the fields of a verification and no others', () => {
  const copy = copyVerification({ ...RECORD, unknown: 1 } as FlowRecord);
  assert.deepEqual(Object.keys(copy), Object.keys(NO_VERIFICATION));
  assert.equal(copy.phone, RECORD.phone);
});
