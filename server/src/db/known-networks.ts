import type { Migration } from './schema.js';

/** Remembers the networks in which the owner of a login has entered the right password. */
export const KNOWN_NETWORKS: Migration = {
  version: 2,
  name: 'known networks',
  sql: `
-- key: a MAC of the login and its network (/24 or /48).
create table known_networks (
  key text primary key,
  account_id uuid not null references accounts on delete cascade,
  expires_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0.02);
create index known_networks_of on known_networks (account_id);
create index known_networks_expired on known_networks (expires_at);
`,
};
