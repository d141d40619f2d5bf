// Which errors of a statement mean that the database is down, and the call may be repeated later.
import assert from 'node:assert/strict';
import test from 'node:test';
import { isDatabaseDown } from '../../src/db/unreachable.js';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

for (const code of [
  '08006',
  '53300',
  '57014',
  '57P01',
  '58030',
  '55P03',
  '25P03',
  '25P04',
  '25006',
  'ECONNREFUSED',
  'EPIPE',
])
  test(`${code}: the database is down, or too slow`, () => assert.ok(isDatabaseDown(withCode(code))));

for (const code of [
  'CERT_HAS_EXPIRED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
  test(`${code}: a new connection could not be made`, () => assert.ok(isDatabaseDown(withCode(code))));

for (const message of ['Connection terminated unexpectedly', 'The server does not support SSL connections'])
  test(`${message}: the database is down`, () => assert.ok(isDatabaseDown(new Error(message))));

for (const error of [withCode('23505'), withCode('42601'), withCode('25P02'), new Error('Connection'), 'CERT_', null])
  test(`${String(error)} ${(error as { code?: string } | null)?.code ?? ''}: the statement is wrong, or the fault is ours`, () =>
    assert.ok(!isDatabaseDown(error)));
