/** One step of the schema. A released migration never changes: each later change of the schema is a new migration. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly version: number;
  readonly name: string;
  /** Each database that it was applied to stores its SHA-256, so not even a comment in it may change. */
  readonly sql: string;
}

/**
 * Creates the tables. All timestamps in them come from `auth_now()`, the clock of the database, because the clocks of
 * several servers differ. Each statement reads the clock once, so that all durations in an answer agree.
 */
export const SCHEMA: Migration = {
  version: 1,
  name: 'tables',
  sql: `
create function auth_now() returns timestamptz language sql volatile as 'select clock_timestamp()';

-- Fails a statement that has counted a call towards only some of its limits, so that none of them keeps the count.
create function auth_refuse() returns void language plpgsql as
  $$ begin raise exception using errcode = 'AW429', message = 'a limit is reached'; end $$;

-- Deleted rows stay in the indexes until a vacuum. By default, a vacuum starts when a fifth of a table is gone. With 30
-- million tokens that takes three days, and until then each sweep would read over all deleted rows first. So the tables
-- whose rows come and go all the time are vacuumed earlier (autovacuum_vacuum_scale_factor).

-- Each request for a code updates an account, and each renewal two tokens. No index has a column that they change, and the
-- pages of both tables have room, so PostgreSQL writes the new version of the row beside the old one and leaves all indexes
-- alone (HOT).

-- An account that was created by phone has a number, and one that was created by password has a login. An account with a
-- number is pending until the number is confirmed.
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
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

-- What guards a number, whether it has an account or not: its current code, and its limits.
-- code_asker: the MAC of the address that asked for the code.
-- code_tries: how often the code was compared.
-- code_guessed: one of these comparisons was for a caller who hadn't asked for the code.
-- code_shown: a caller has shown the state of the code.
-- previous_*: the previous code, which is restored if the provider refuses the SMS with the current one.
-- failures: wrong codes since the last sign-in or block.
-- block_level: how many of the block durations were used up by the last block, at block_level_at.
create table phone_guards (
  tel text primary key,
  code_id text,
  code_mac bytea,
  code_expires_at timestamptz,
  code_asker bytea,
  code_tries integer not null default 0,
  code_guessed boolean not null default false,
  code_shown boolean not null default false,
  previous_id text,
  previous_mac bytea,
  previous_expires_at timestamptz,
  previous_asker bytea,
  previous_tries integer not null default 0,
  previous_guessed boolean not null default false,
  previous_shown boolean not null default false,
  next_send_at timestamptz not null,
  day_sends integer not null,
  day_ends_at timestamptz not null,
  failures integer not null default 0,
  blocked_until timestamptz,
  block_level integer not null default 0,
  block_level_at timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- Counters of addresses, logins and days. Their keys are MACs. A counter may also count 24 hours (day_count).
create table counters (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null,
  free_at timestamptz,
  day_count integer,
  day_resets_at timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- How many codes were sent to a network and entered there, in the week that ends at ends_at. The keys are MACs.
-- day_*: the current day, which ends at day_ends_at.
-- past_*: the days before it.
create table network_records (
  key text primary key,
  past_sent integer not null default 0,
  past_entered integer not null default 0,
  ends_at timestamptz not null,
  day_sent integer not null,
  day_entered integer not null,
  day_ends_at timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  ends_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0.02);
create index sessions_of on sessions (account_id);

-- used_at: the first use of the token.
-- successor: the hash of the token that this one was renewed into. Its first use ends this token.
-- sealed: this token, encrypted with its parent.
create table tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  successor bytea,
  sealed bytea
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create index tokens_of on tokens (session_id);
create index tokens_expired on tokens (expires_at);

-- Remembers the networks in which the owner of a login has entered the right password.
-- key: a MAC of the login and its network (/24 or /48).
create table known_networks (
  key text primary key,
  account_id uuid not null references accounts on delete cascade,
  expires_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0.02);
create index known_networks_of on known_networks (account_id);
create index known_networks_expired on known_networks (expires_at);

-- Sign-ins by code that can be repeated with the same idempotency key, and how often they were.
create table replays (
  key bytea primary key,
  body bytea not null,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null,
  uses integer not null default 0
);
create index replays_of on replays (session_id);
create index replays_expired on replays (expires_at);

-- Solutions of challenges that were used up: the SHA-256 of the signature of a proof of work, or of the token of a captcha.
create table spent_solutions (
  id bytea primary key,
  expires_at timestamptz not null
);
create index spent_solutions_expired on spent_solutions (expires_at);

-- The root of the keys of all counters, encrypted with each server secret that was ever used. So the limits survive a new
-- secret.
create table server_keys (
  secret_id text primary key,
  root bytea not null
);
`,
};
