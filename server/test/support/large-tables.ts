/** The tables that grow with the number of accounts. */
export const largeTables = ['accounts', 'sessions', 'tokens', 'counters', 'network_records', 'phone_guards'] as const;

/** A step that fills one table. */
export interface Filling {
  readonly what: string;
  readonly sql: string;
}

/**
 * SQL that fills the large tables: one session and three tokens for each account, a tenth of the accounts created by
 * password, a twentieth more that wait for a code, and a counter, a network record and a guard for every tenth. Some rows have expired,
 * spread over hours as on a server that has not swept for a while: six hours of tokens, two days of accounts that nobody
 * has confirmed, and three days of sessions. The last step gathers the statistics from which PostgreSQL makes its plans.
 */
export const fillLargeTables = (accounts: number): readonly Filling[] => [
  {
    what: 'accounts',
    sql: `insert into accounts (tel, tel_requested_at, tel_confirmed_at, login, password_hash, display_name, created_at)
      select case when n % 10 > 0 then 79000000000 + n end, case when n % 10 > 0 then now() - interval '3 days' end,
             case when n % 10 > 0 then now() - interval '3 days' end,
             case when n % 10 = 0 then 'person-' || n end, case when n % 10 = 0 then 'x' end,
             'Person ' || n, now() - interval '3 days'
        from generate_series(1, ${accounts}) n`,
  },
  {
    what: 'sessions',
    sql: `insert into sessions (account_id, created_at, ends_at)
      select id, now() - interval '20 days', now() + random() * interval '70 days' - interval '3 days' from accounts`,
  },
  {
    what: 'pending accounts',
    sql: `insert into accounts (tel, tel_requested_at, created_at)
      select 79000000000 + ${accounts} + n, now() - random() * interval '3 days', now() - interval '3 days'
        from generate_series(1, ${Math.ceil(accounts / 20)}) n`,
  },
  {
    what: 'tokens',
    sql: `insert into tokens (hash, session_id, expires_at, used_at)
      select sha256((id::text || n)::bytea), id, now() + random() * interval '14 days' - interval '30 hours', now()
        from sessions, generate_series(1, 3) n`,
  },
  {
    what: 'counters',
    sql: `insert into counters (key, count, resets_at, day_count, day_resets_at)
      select encode(sha256(n::text::bytea), 'base64'), 1, now() + random() * interval '1 hour' - interval '3 minutes', 1,
             now() + random() * interval '24 hours' - interval '1 hour'
        from generate_series(1, ${Math.ceil(accounts / 10)}) n`,
  },
  {
    what: 'network_records',
    sql: `insert into network_records (key, ends_at, day_sent, day_entered, day_ends_at)
      select encode(sha256(n::text::bytea), 'base64'), now() + random() * interval '7 days' - interval '1 hour', 1, 1,
             now() + random() * interval '24 hours' - interval '1 hour'
        from generate_series(1, ${Math.ceil(accounts / 10)}) n`,
  },
  {
    what: 'phone_guards',
    sql: `insert into phone_guards (tel, next_send_at, day_sends, day_ends_at)
      select 79000000000 + n * 10, ends_at - interval '24 hours', 1, ends_at
        from generate_series(1, ${Math.ceil(accounts / 10)}) n,
             lateral (select now() + random() * interval '24 hours' - n * interval '0 hours' - interval '1 hour' as ends_at) d`,
  },
  { what: 'analyze', sql: 'analyze' },
];
