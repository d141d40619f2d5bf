import type { Migration } from '../migrations.js';

/** What a number's row remembers so that nobody loses by what was lost on the way. */
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
