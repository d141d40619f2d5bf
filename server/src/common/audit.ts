import type { Macs } from './crypto.js';
import type { Log } from './log.js';
import type { Metrics } from './metrics.js';

/** The events of the audit log (docs/security.md#audit-log). */
export type AuditEvent =
  | 'sign-in'
  // The answer to a sign-in was lost, and the call was repeated under its idempotency key.
  | 'repeated-sign-in'
  | 'wrong-code'
  | 'wrong-password'
  | 'block'
  // A token was used long after its successor had taken its place. It was copied, or a tab has slept.
  | 'replaced-token'
  // With REUSE=end: such a use has ended the session.
  | 'reuse-ended'
  | 'sign-out'
  | 'account-made'
  | 'account-deleted';

/** Who an event is about. Only a MAC of the value is logged. */
export interface AuditSubject {
  readonly kind: 'account' | 'phone' | 'login';
  readonly value: string;
}

/** The optional fields of an event. */
export interface AuditDetails {
  /** How the person signs in. */
  readonly method?: 'phone' | 'password';
  /** The address of the caller, as the limits count it. */
  readonly ip?: string | undefined;
}

/** Writes an event into the audit log. */
export type Audit = (event: AuditEvent, subject: AuditSubject, details?: AuditDetails) => void;

/**
 * Creates the audit log: records with `msg: "audit"` in the log of the server. They are written at every log level except
 * `silent`. The subject is `<kind>:<MAC>`. Under one server secret, all records about the same account, number or login have
 * the same subject. Someone who knows the secret can find the records of a known one. The log itself names nobody.
 * @param alarm called with each event
 */
export function createAudit(log: Log, macs: Macs, metrics: Metrics, alarm: (event: AuditEvent) => void): Audit {
  const records = log.level === 'silent' ? log : log.child({}, { level: 'info' });
  return (event, { kind, value }, { method, ip } = {}) => {
    records.info({ event, subject: `${kind}:${macs.subject(kind, value)}`, method, ip }, 'audit');
    metrics.event(event, method ?? '');
    alarm(event);
  };
}
