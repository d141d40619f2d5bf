import type { Migration } from './migration.js';

/** When PostgreSQL vacuums the tables whose rows come and go all the time. */
export const autovacuum: Migration = {
  version: 5,
  name: 'autovacuum',
  sql: `
-- Deleted rows stay in the indexes until a vacuum. By default it comes when a fifth of a table is gone, which are three days of 30
-- million tokens: until then the sweep would begin by reading over all of them.
alter table accounts set (autovacuum_vacuum_scale_factor = 0.02);
alter table sessions set (autovacuum_vacuum_scale_factor = 0.02);
alter table tokens set (autovacuum_vacuum_scale_factor = 0.02);
alter table counters set (autovacuum_vacuum_scale_factor = 0.02);
alter table phone_guards set (autovacuum_vacuum_scale_factor = 0.02);
`,
};
