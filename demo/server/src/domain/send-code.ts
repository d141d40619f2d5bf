import { randomUUID } from 'node:crypto';
import type { Config } from '../config.js';
import { type Macs, newCode } from '../crypto.js';
import type { Database, Statement } from '../db/database.js';
import type { Outbox } from '../sms/outbox.js';
import type { SmsLanguage } from '../sms/templates.js';
import { type Budget, spent } from './counters.js';
import { lookAtGuard } from './phone-guard.js';
import type { KeyedQueue } from './queue.js';
import { Refusal, tooMany } from './refusal.js';

// The claim to the minute, the new code, the counters and the pending account in one statement: of any number of requests
// one gets a row back, and the row of the counter for all numbers is locked no longer than the statement takes.
// A known number has its account's row written too: the answer takes the same time.
const claim: Statement = {
  name: 'code-claim',
  text: `
with clock as materialized (select auth_now() as now),
wanted as (select * from json_to_recordset($7::json) as w(key text, max int, span float8)),
open as (
  select now from clock where not exists (
    select from counters c, wanted w where c.key = w.key and c.resets_at > now and c.count >= w.max)
), claimed as (
  insert into phone_guards as g (tel, code_id, code_mac, code_expires_at, next_send_at, day_sends, day_ends_at)
  select $1, $2, $3::bytea, now + $4::float8 * interval '1 second', now + $5::float8 * interval '1 second',
         1, now + interval '24 hours' from open
  on conflict (tel) do update set
    former_id = g.code_id,
    former_mac = g.code_mac,
    former_expires_at = g.code_expires_at,
    code_id = excluded.code_id,
    code_mac = excluded.code_mac,
    code_expires_at = excluded.code_expires_at,
    next_send_at = excluded.next_send_at,
    day_sends = case when g.day_ends_at <= (select now from clock) then 1 else g.day_sends + 1 end,
    day_ends_at = case when g.day_ends_at <= (select now from clock) then excluded.day_ends_at else g.day_ends_at end
  where g.next_send_at <= (select now from clock)
    and (g.blocked_until is null or g.blocked_until <= (select now from clock))
    and (g.day_ends_at <= (select now from clock) or g.day_sends < $6::int)
  returning g.tel
), counted as (
  insert into counters as c (key, count, resets_at)
  select key, 1, now + span * interval '1 second' from wanted, clock where exists (select from claimed) order by key
  on conflict (key) do update set
    count = case when c.resets_at <= (select now from clock) then 1 else c.count + 1 end,
    resets_at = case when c.resets_at <= (select now from clock) then excluded.resets_at else c.resets_at end
  where c.resets_at <= (select now from clock) or c.count < (select max from wanted w where w.key = c.key)
  returning c.key
), pending as (
  insert into accounts (tel, tel_requested_at, created_at) select tel, now, now from claimed, clock
  on conflict (tel) do update set tel_requested_at = excluded.tel_requested_at
)
select (select count(*) from claimed)::int as claimed, (select count(*) from counted)::int as counted`,
};

// Nothing was sent: the code before counts again. The day's count stays: a provider that fails must not be a way around it.
const giveBack: Statement = {
  name: 'code-give-back',
  text: `
update phone_guards set next_send_at = auth_now(),
    code_id = former_id, code_mac = former_mac, code_expires_at = former_expires_at
 where tel = $1 and code_id = $2`,
};

/** What a sending asks the database. */
export const sendStatements = { claim } as const;

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

/** The counters of a sending, as the statement reads them. */
export const wantedCounters = (budgets: readonly Budget[]): string =>
  JSON.stringify(budgets.map(({ key, max, window }) => ({ key, max, span: window })));

/**
 * Sends codes: one a minute to a number, under any concurrency and any number of processes. The claim is committed before
 * the provider is called, so that a process that is killed in between has sent at most one.
 * The call rejects with a Refusal: 429 `blocked`, `send`, `day`, `ip`, or 503.
 */
export function createSendCode(config: Config, db: Database, macs: Macs, queue: KeyedQueue, outbox: Outbox): SendCode {
  const { limits } = config;
  const everybody: Budget = { key: macs.counter('send, all'), max: limits.sendsPerDayTotal, window: 86_400 };

  async function whyNot(tel: string, address: Budget): Promise<Refusal> {
    const state = await lookAtGuard(db, tel);
    if (state?.blocked && state.blocked > 0) return tooMany('blocked', state.blocked);
    if (state && state.send > 0) return tooMany('send', state.send);
    if (state && state.day > 0 && state.sends >= limits.sendsPerDay) return tooMany('day', state.day);
    const full = await spent(db, [address, everybody]);
    // Where nothing stands in the way any more it did a moment ago.
    return full ? tooMany(full.key === address.key ? 'ip' : 'day', full.retryAfter) : tooMany('send', 1);
  }

  async function claimMinute({ tel, ip }: SendRequest, id: string, code: string): Promise<void> {
    const address: Budget = { key: macs.counter('send', ip), max: limits.sendsPerIp, window: 3600 };
    const budgets = [address, everybody];
    const mac = macs.code(id, tel, code);
    const durations = [config.codeTtl, config.sendInterval, limits.sendsPerDay];
    const values = [tel, id, mac, ...durations, wantedCounters(budgets)];
    const [result] = await db.query<{ claimed: number; counted: number }>(claim, values);
    if (result?.claimed === 1 && result.counted === budgets.length) return;
    // The last place in a counter went to another number between its reading and its counting.
    if (result?.claimed === 1) await db.query(giveBack, [tel, id]);
    throw await whyNot(tel, address);
  }

  return async request => {
    const { tel, language } = request;
    const id = randomUUID();
    const fixed = config.testNumbers.get(tel);
    const code = fixed ?? newCode();
    // A crowd at one number waits here, and not with all connections to the database in its hands.
    await queue.run(tel, () => claimMinute(request, id, code));
    const outcome = fixed === undefined ? await outbox.sendCode(tel, code, language) : 'taken';
    if (outcome === 'taken') return;
    // A message that may be on its way keeps its minute, or a provider that is slow to answer would send several in one;
    // and its code, which the person may be about to read.
    if (outcome === 'refused') await db.query(giveBack, [tel, id]);
    throw new Refusal(503);
  };
}
