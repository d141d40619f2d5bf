import type { Migration } from './migration.js';

/** What `domain/spent-solutions.ts` needs so that a solution of a challenge is good for one call in all processes. */
export const challenges: Migration = {
  version: 4,
  name: 'challenges',
  sql: `
-- Solutions that were used up: the SHA-256 of the signature of a proof of work, or of the token of a captcha.
create table spent_solutions (
  id bytea primary key,
  expires_at timestamptz not null
);
create index spent_solutions_expired on spent_solutions (expires_at);
`,
};
