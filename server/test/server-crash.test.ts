import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLog } from '../src/common/log.js';
import { startServer } from '../src/server.js';
import { describeOn } from './support/databases.js';
import { sendCode, verifyCode } from './support/calls.js';
import type { Envelope } from './support/envelope.js';
import { FakeProvider, testEnvironment, until } from './support/harness.js';
import { pooling, startPostgres } from './support/postgres.js';

const tel = '79161234567';

describeOn('postgres', 'a crash of PostgreSQL right after an answer', () => {
  it('loses neither the send interval of a number nor a counted attempt', async t => {
    const postgres = await startPostgres();
    t.after(() => postgres.stop());
    const sms = new FakeProvider();
    const env = { ...testEnvironment, DATABASE_URL: await postgres.createDatabase(), DATABASE_POOLING: pooling };
    const server = await startServer(env, { sms, log: createLog('silent') });
    t.after(() => server.close());
    const crash = async () => {
      await postgres.crash();
      await postgres.recover();
      await until(async () => (await fetch(`${server.url}/readyz`)).status === 200);
    };
    assert.equal((await sendCode(server.url, tel)).status, 200);
    await crash();
    assert.equal((await sendCode(server.url, tel)).status, 429);
    assert.equal(sms.sent.length, 1);
    const code = sms.sent[0]!.text.slice(-6);
    const wrong = code === '000000' ? '000001' : '000000';
    for (const attemptsLeft of [2, 1]) {
      const { params } = (await (await verifyCode(server.url, tel, wrong)).json()) as Envelope;
      assert.deepEqual(params, { what: 'code', attemptsLeft });
      await crash();
    }
  });
});
