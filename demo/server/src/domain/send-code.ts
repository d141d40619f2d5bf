import { randomUUID } from 'node:crypto';
import type { Config } from '../config.js';
import { type Macs, newCode } from '../crypto.js';
import type { Database, Queryable, Statement } from '../db/database.js';
import type { Outbox } from '../sms/outbox.js';
import type { SmsLanguage } from '../sms/templates.js';
import { type Budget, take } from './counters.js';
import { lookAtGuard } from './phone-guard.js';
import type { KeyedQueue } from './queue.js';
import { Refusal, tooMany } from './refusal.js';

// The claim to the minute and the new code in one statement: of any number of requests one gets a row back.
const claim: Statement = {
  name: 'code-claim',
  text: `
with clock as materialized (select auth_now() as now)
insert into phone_guards as g (tel, code_id, code_mac, code_expires_at, next_send_at, day_sends, day_ends_at)
select $1, $2, $3::bytea, now + $4::float8 * interval '1 second', now + $5::float8 * interval '1 second',
       1, now + interval '1 day' from clock
on conflict (tel) do update set
  code_id = excluded.code_id,
  code_mac = excluded.code_mac,
  code_expires_at = excluded.code_expires_at,
  next_send_at = excluded.next_send_at,
  day_sends = case when g.day_ends_at <= (select now from clock) then 1 else g.day_sends + 1 end,
  day_ends_at = case when g.day_ends_at <= (select now from clock) then excluded.day_ends_at else g.day_ends_at end
where g.next_send_at <= (select now from clock)
  and (g.blocked_until is null or g.blocked_until <= (select now from clock))
  and (g.day_ends_at <= (select now from clock) or g.day_sends < $6::int)
returning 1`,
};

// A known number has a row written too: the answer takes the same time.
const pend: Statement = {
  name: 'account-pend',
  text: `
insert into accounts (tel, tel_requested_at, created_at) select $1, now, now from (select auth_now() as now) as clock
on conflict (tel) do update set tel_requested_at = excluded.tel_requested_at`,
};

// The day's count stays: a provider that fails must not be a way around it.
const giveBack: Statement = {
  name: 'code-give-back',
  text: `
update phone_guards set next_send_at = auth_now(), code_id = null, code_mac = null, code_expires_at = null
 where tel = $1 and code_id = $2`,
};

/** A request for a code. */
export interface SendRequest {
  /** Wire form of the number. */
  readonly tel: string;
  /** Address of the caller. */
  readonly ip: string;
  readonly language: SmsLanguage;
}

/** Has a code sent. */
export type SendCode = (request: SendRequest) => Promise<void>;

async function whyNot(tx: Queryable, tel: string): Promise<Refusal> {
  const state = await lookAtGuard(tx, tel);
  if (state?.blocked && state.blocked > 0) return tooMany('blocked', state.blocked);
  if (state && state.send > 0) return tooMany('send', state.send);
  return tooMany('day', state?.day ?? 1);
}

/**
 * Sends codes: one a minute to a number, under any concurrency and any number of processes. The claim is committed before
 * the provider is called, so that a process that is killed in between has sent at most one.
 * The call rejects with a Refusal: 429 `blocked`, `send`, `day`, `ip`, or 503.
 */
export function createSendCode(config: Config, db: Database, macs: Macs, queue: KeyedQueue, outbox: Outbox): SendCode {
  const { limits } = config;

  async function claimMinute({ tel, ip }: SendRequest, id: string, code: string): Promise<void> {
    const address: Budget = { key: macs.counter('send', ip), max: limits.sendsPerIp, window: 3600 };
    const everybody: Budget = { key: macs.counter('send, all'), max: limits.sendsPerDayTotal, window: 86_400 };
    await db.transaction(async tx => {
      const mac = macs.code(id, tel, code);
      const values = [tel, id, mac, config.codeTtl, config.sendInterval, limits.sendsPerDay];
      const claimed = await tx.query(claim, values);
      if (claimed.length === 0) throw await whyNot(tx, tel);
      const full = await take(tx, [address, everybody]);
      if (full) throw tooMany(full.key === address.key ? 'ip' : 'day', full.retryAfter);
      await tx.query(pend, [tel]);
    });
  }

  return async request => {
    const { tel, language } = request;
    const id = randomUUID();
    const fixed = config.testNumbers.get(tel);
    const code = fixed ?? newCode();
    // A crowd at one number waits here, and not with all connections to the database in its hands.
    await queue.run(tel, () => claimMinute(request, id, code));
    if (fixed !== undefined || (await outbox.sendCode(tel, code, language))) return;
    await db.query(giveBack, [tel, id]);
    throw new Refusal(503);
  };
}
