import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAudit } from '../../src/common/audit.js';
import { createMacs } from '../../src/common/crypto.js';
import { createLog } from '../../src/common/log.js';
import { createMetrics } from '../../src/common/metrics.js';

const write = (level: string, secret = 'a secret for the tests, long enough to be one'): string[] => {
  const lines: string[] = [];
  const log = createLog(level, { write: line => lines.push(line) });
  const audit = createAudit(log, createMacs(secret), createMetrics(), () => undefined);
  audit('sign-in', { kind: 'account', value: 'x' }, { method: 'phone', ip: '192.0.2.1' });
  audit('sign-in', { kind: 'login', value: 'x' });
  return lines;
};

const subjectOf = (line: string | undefined) => (JSON.parse(line ?? '{}') as { subject?: string }).subject ?? '';

describe('the audit log', () => {
  it('is written whatever the level of the log, unless the log is silent', () => {
    assert.equal(write('error').length, 2);
    assert.equal(write('fatal').length, 2);
    assert.deepEqual(write('silent'), []);
  });

  it('has pseudonyms that depend on the secret and on the kind of the subject', () => {
    const [account, login] = write('info').map(subjectOf);
    assert.match(account!, /^account:[\w-]{16}$/);
    assert.match(login!, /^login:[\w-]{16}$/);
    assert.notEqual(account!.split(':')[1], login!.split(':')[1]);
    assert.equal(subjectOf(write('info')[0]), account);
    assert.notEqual(subjectOf(write('info', 'another secret for the tests, long enough')[0]), account);
  });
});
