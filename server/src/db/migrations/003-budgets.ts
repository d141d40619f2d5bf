import type { Migration } from './migration.js';

/**
 * What `domain/counters.ts` needs for budgets of a day and for statements that count all of their limits or none, and
 * `domain/sessions.ts` to give the successor of a token again. The columns `try_*` and `former_ladder*` of the second
 * migration are not used any more; they stay for servers of the version before, which run until all are replaced.
 */
export const budgets: Migration = {
  version: 3,
  name: 'budgets',
  sql: `
-- A counter of an hour may have a budget of 24 hours beside it.
alter table counters add column day_count integer;
alter table counters add column day_resets_at timestamptz;

-- successor: hash of the token that this one was renewed into. sealed: this token, encrypted with the one before it.
alter table tokens add column successor bytea;
alter table tokens add column sealed bytea;

-- Ends a statement that has counted towards some of its limits only, so that none of them keeps the count.
create function auth_refuse() returns void language plpgsql as
  $$ begin raise exception using errcode = 'AW429', message = 'a limit is reached'; end $$;
`,
};
