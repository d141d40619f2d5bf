import type { Migration } from './migration.js';

/**
 * What `domain/send-code.ts` needs to restore the previous code when the provider refuses an SMS (`former_*`), and
 * `domain/verify-code.ts` to recognise a repeated request by its idempotency key (`try_*`) and to undo a block when the
 * attempt that caused it was right (`former_ladder*`).
 */
export const phoneGuardMemory: Migration = {
  version: 2,
  name: 'phone guard memory',
  sql: `
-- The code before: it counts again where the provider refuses the SMS with its successor.
alter table phone_guards add column former_id text;
alter table phone_guards add column former_mac bytea;
alter table phone_guards add column former_expires_at timestamptz;

-- The last try that was counted under an idempotency key: what was sent, and the code that it is compared with. The same
-- call again is the same guess, and not another try.
alter table phone_guards add column try_key bytea;
alter table phone_guards add column try_body bytea;
alter table phone_guards add column try_id text;
alter table phone_guards add column try_mac bytea;

-- The ladder before the block that the last try brings: a right code puts it back as it was.
alter table phone_guards add column former_ladder integer;
alter table phone_guards add column former_ladder_at timestamptz;
`,
};
