import type { Captcha } from '../challenge/captcha.js';
import type { Alarms } from '../common/alarms.js';
import { createAudit } from '../common/audit.js';
import type { Macs } from '../common/crypto.js';
import type { Log } from '../common/log.js';
import type { Metrics } from '../common/metrics.js';
import { createCodeWatch } from '../common/unentered-codes.js';
import type { Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import type { CodeSender } from '../sms/code-sender.js';
import { Admission, type Caller } from './admission/admission.js';
import { ThreadPool } from './admission/thread-pool.js';
import { auditOperations } from './audit-operations.js';
import { createChallenges } from './challenges.js';
import { createLimits } from './rate-limits.js';
import { createNetworkRecords } from './network-records.js';
import { createSendCode, type SendCode } from './send-code.js';
import { createSessions, type Sessions } from './sessions.js';
import { createPasswordSignIn, type PasswordSignIn } from './password-sign-in.js';
import { createReplacedTokenCheck, endReused } from './token-reuse.js';
import { createVerifyCode, type VerifyCode } from './verify-code.js';
import { watchCodes } from './watched-codes.js';

/** The operations behind the calls (docs/protocol.md#calls). */
export interface Operations {
  readonly sendCode: SendCode;
  readonly verifyCode: VerifyCode;
  readonly signIn: PasswordSignIn;
  readonly sessions: Sessions;
}

/** The dependencies of the operations. */
export interface OperationParts {
  readonly db: Database;
  readonly macs: Macs;
  readonly codeSender: CodeSender;
  /** Verifies captchas; undefined if challenges are proofs of work. */
  readonly captcha: Captcha | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly alarms: Alarms;
}

/** Creates the operations of a configuration. They report to the log, the metrics, the alarms and the audit log. */
export function createOperations(
  config: Config,
  { db, macs, codeSender, captcha, log, metrics, alarms }: OperationParts,
): Operations {
  const limits = createLimits(config, macs);
  const records = createNetworkRecords(macs);
  // Without `databaseUrl`, the database is PGlite, which has one connection.
  const connections = config.databaseUrl === undefined ? 1 : config.databasePool;
  const admission = new Admission(db, { connections, maxWaiting: config.maxWaiting });
  const threads = new ThreadPool(config.maxWaiting);
  const challenges = createChallenges(config, {
    admission,
    macs,
    limits,
    threads,
    captcha,
    report(event) {
      metrics.challenge(event);
      const { outcome, ...fields } = event;
      log.info({ what: 'challenge', ...fields }, `challenge ${outcome}`);
    },
    captchaFailed(reason, isDown) {
      const message = isDown ? 'captcha not verified: a proof of work takes its place' : 'captcha not verified';
      log.error({ reason, type: config.challenge.type }, message);
    },
  });

  const audit = createAudit(log, macs, metrics, event => {
    if (event === 'block') alarms.blocked();
  });
  const findReplacedToken = createReplacedTokenCheck(admission);
  // The tokens have been deleted with the session, so `auditOperations` doesn't find them any more, and both events are written here.
  const auditEndedReuse = (user: string, { ip }: Caller) => {
    const account = { kind: 'account', value: user } as const;
    audit('replaced-token', account, { ip });
    audit('reuse-ended', account, { ip });
  };
  const sessions = createSessions(config, admission, limits);
  const codes = {
    sendCode: createSendCode(config, admission, macs, limits, records, challenges, codeSender),
    verifyCode: createVerifyCode(config, admission, macs, limits, records),
  };
  const watch = createCodeWatch(log, {
    minCodes: config.unenteredCodes,
    codeTtl: config.codeTtl,
    report: country => metrics.unenteredCodes(country),
  });
  const { sendCode, verifyCode } = watchCodes(codes, config, metrics, watch);
  const operations = {
    verifyCode,
    signIn: createPasswordSignIn(config, admission, limits, challenges, threads),
    sessions: config.reuse === 'end' ? endReused(sessions, findReplacedToken, auditEndedReuse) : sessions,
  };
  return {
    sendCode,
    ...auditOperations(operations, audit, findReplacedToken),
  };
}
