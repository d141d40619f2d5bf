import type { Migration } from './migration.js';

/**
 * The tables. All timestamps in them come from `auth_now()`, the clock of the database, because the clocks of several
 * servers differ. A statement reads it once, so that all durations in one answer agree.
 */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  sql: `
create function auth_now() returns timestamptz language sql volatile as 'select clock_timestamp()';

-- An account made by phone has a number, one made by password a login. It is pending until the number is confirmed.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  tel text unique,
  tel_requested_at timestamptz,
  tel_confirmed_at timestamptz,
  login text unique,
  password_hash text,
  display_name text,
  created_at timestamptz not null,
  check ((tel is null) <> (login is null)),
  check ((login is null) = (password_hash is null))
);
create index accounts_pending on accounts (tel_requested_at) where tel is not null and tel_confirmed_at is null;

-- What guards a number, whether it has an account or not: the code that is out, and the limits.
-- failures counts wrong codes since the last success or block; ladder is how many blocks have been climbed.
create table phone_guards (
  tel text primary key,
  code_id text,
  code_mac bytea,
  code_expires_at timestamptz,
  next_send_at timestamptz not null,
  day_sends integer not null,
  day_ends_at timestamptz not null,
  failures integer not null default 0,
  blocked_until timestamptz,
  ladder integer not null default 0,
  ladder_at timestamptz
) with (fillfactor = 50);

-- Counters of addresses, logins and days. Their names are MACs.
create table counters (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null,
  free_at timestamptz
) with (fillfactor = 50);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  ends_at timestamptz not null
);
create index sessions_of on sessions (account_id);

-- used_at is the first use; parent the token that was renewed into this one.
create table tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  parent bytea,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index tokens_of on tokens (session_id);
create index tokens_expired on tokens (expires_at);

-- Answers to a verification that may be asked for again under the same idempotency key.
create table replays (
  key bytea primary key,
  body bytea not null,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index replays_of on replays (session_id);
create index replays_expired on replays (expires_at);
`,
};
