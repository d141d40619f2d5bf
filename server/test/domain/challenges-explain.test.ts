import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createMacs } from '../../src/common/crypto.js';
import { loadConfig } from '../../src/config/config.js';
import type { SqlValue, Statement } from '../../src/db/database.js';
import { COUNT_CHALLENGE } from '../../src/domain/queries/challenges.js';
import { limitsAsJson } from '../../src/domain/queries/counters.js';
import { entriesAsJson } from '../../src/domain/queries/network-records.js';
import { createLimits } from '../../src/domain/rate-limits.js';
import { CLAIM_SEND } from '../../src/domain/queries/send-claims.js';
import { CONSUME_SPENDING, GIVE_BACK } from '../../src/domain/queries/solutions.js';
import { describeOn, openTestDatabase, type TestDatabase } from '../support/databases.js';
import { testEnvironment } from '../support/harness.js';

describeOn('postgres', 'the statements of challenges', () => {
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase('postgres');
    await database.db.withAdvisoryLock(1, tx =>
      tx.script(`
        insert into counters (key, count, resets_at)
          select 'counter ' || n, 1, now() + interval '1 hour' from generate_series(1, 50000) n;
        insert into network_records (key, ends_at, day_sent, day_entered, day_ends_at)
          select 'record ' || n, now() + interval '1 day', 1, 1, now() from generate_series(1, 50000) n;
        insert into spent_solutions (id, expires_at)
          select sha256(n::text::bytea), now() + interval '5 minutes' from generate_series(1, 50000) n;
        insert into phone_guards (tel, next_send_at, day_sends, day_ends_at)
          select 79000000000 + n, now(), 1, now() from generate_series(1, 50000) n;
        analyze;`),
    );
  });
  after(() => database.close());

  it('look rows up by their keys, however large the tables are', async () => {
    const limits = createLimits(loadConfig(testEnvironment), createMacs('secret'));
    const ip = '2001:db8:1:2::/64';
    const { given } = limits.challenges('send', ip);
    const counted = limitsAsJson([...limits.sendsOfAddress(ip), ...limits.sendsOfAll, ...limits.sendsOfNewDevices]);
    const entries = entriesAsJson([{ key: 'record 1', sent: 1, entered: 0 }]);
    const id = `\\x${'ab'.repeat(32)}`;
    const cases: readonly (readonly [Statement, readonly SqlValue[]])[] = [
      [COUNT_CHALLENGE, [limitsAsJson([given]), counted]],
      [CONSUME_SPENDING, [counted, id, 9e9]],
      [GIVE_BACK, [id]],
      [CLAIM_SEND, ['79161234567', 'code', id, 300, 60, 10, counted, id, 9e9, id, 9e9, entries]],
      [CLAIM_SEND, ['79161234567', 'code', id, 300, 60, 10, counted, null, null, id, null, entries]],
    ];
    for (const [{ name, text }, values] of cases) {
      const literal = (value: SqlValue) =>
        value === null ? 'null' : typeof value === 'number' ? String(value) : `'${String(value)}'`;
      const filled = text.replaceAll(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1]!));
      const rows = await database.db.query<{ 'QUERY PLAN': string }>({ name: '', text: `explain ${filled}` }, []);
      const plan = rows.map(row => row['QUERY PLAN']).join('\n');
      assert.match(plan, /Index/, name);
      assert.doesNotMatch(plan, /Seq Scan on (counters|network_records|spent_solutions|phone_guards)/, name);
    }
  });
});
