// The look-up of a replaced token, which the audit log needs and the caller doesn't.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Refusal } from '../../src/common/refusal.js';
import { auditOperations, type AuditedOperations } from '../../src/domain/audit-operations.js';

test('a look-up that fails leaves the answer to a renewal as it is', async () => {
  const refusal = new Refusal(401, { what: 'token' });
  const inner = { sessions: { renew: () => Promise.reject(refusal) } } as unknown as AuditedOperations;
  const written: unknown[] = [];
  const audit = (...record: unknown[]): void => void written.push(record);
  const { sessions } = auditOperations(inner, audit, () => Promise.reject(new Refusal(503)));
  const caller = { ip: '192.0.2.1' } as Parameters<typeof sessions.renew>[1];
  await assert.rejects(sessions.renew('x'.repeat(43), caller), error => error === refusal);
  assert.deepEqual(written, []);
});
