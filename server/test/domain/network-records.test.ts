import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { writeCodeState } from '../../src/common/code-state.js';
import { createMacs } from '../../src/common/crypto.js';
import { newDeviceId, writeDeviceMemory } from '../../src/common/device-memory.js';
import type { Database, Queryable } from '../../src/db/database.js';
import { loadConfig } from '../../src/config/config.js';
import { Admission, type Caller } from '../../src/domain/admission/admission.js';
import { createLimits } from '../../src/domain/rate-limits.js';
import { createNetworkRecords, shareOf } from '../../src/domain/network-records.js';
import { createVerifyCode } from '../../src/domain/verify-code.js';
import { SmsError } from '../../src/sms/provider.js';
import { onDatabase } from '../support/on-database.js';
import { type Answer, testEnvironment, until } from '../support/harness.js';

const day = 86_400;

describe('the share of a network', () => {
  it('falls if codes are hardly ever entered, rises if they are, and needs some of them', () => {
    assert.equal(shareOf(0, 0), 1);
    assert.equal(shareOf(19, 0), 1);
    assert.equal(shareOf(20, 0), 1 / 4);
    assert.equal(shareOf(80, 9), 1 / 4);
    assert.equal(shareOf(80, 10), 1);
    assert.equal(shareOf(9, 9), 1);
    assert.equal(shareOf(10, 10), 2);
    assert.equal(shareOf(20, 10), 2);
    assert.equal(shareOf(21, 10), 1);
  });
});

onDatabase('the codes of a network', h => {
  let numbers = 0;
  const newNumber = () => `7916${String(++numbers).padStart(7, '0')}`;
  const settings = { SENDS_PER_IP: '40', CHALLENGE: 'never' };

  /** Asks for codes until one is refused, and enters those that `enters` chooses. Resolves to how many SMS there were. */
  async function ask(ip: string, most: number, enters: (n: number) => boolean): Promise<number> {
    for (let n = 0; n < most; n++) {
      const tel = newNumber();
      const { status, params } = await h().send(tel, { ip });
      if (status === 429 && params.what === 'ip') return n;
      assert.equal(status, 200);
      if (enters(n)) assert.equal((await h().verify(tel, h().codeFor(tel), { ip })).status, 200);
    }
    return most;
  }
  /** The counts of an address, and of the network around it. */
  async function recordsOf(ip: string) {
    const entries = createNetworkRecords(createMacs(testEnvironment.SERVER_SECRET)).entered(ip);
    const text = 'select past_sent, past_entered, day_sent, day_entered from network_records where key = $1';
    return Promise.all(entries.map(async ({ key }) => (await h().database.db.query({ name: '', text }, [key]))[0]));
  }
  const never = () => false;
  const always = () => true;

  it('lower its budget on the next day to a quarter, and after a week it has the usual one', async () => {
    await h().start(settings);
    const ip = '192.0.2.1';
    assert.equal(await ask(ip, 100, never), 40);
    await h().database.advance(day);
    assert.equal(await ask(ip, 100, never), 10);
    await h().database.advance(6 * day + 1);
    assert.equal(await ask(ip, 100, never), 40);
  });

  it('raise it to the double, and what is entered in the current day does not count yet', async () => {
    await h().start(settings);
    const ip = '192.0.2.1';
    assert.equal(await ask(ip, 100, n => n % 2 === 0), 40);
    await h().database.advance(3600);
    assert.equal(await ask(ip, 100, never), 40);
    await h().start(settings);
    assert.equal(await ask(ip, 100, always), 40);
    await h().database.advance(day);
    assert.equal(await ask(ip, 100, never), 80);
  });

  it('leave the neighbours alone, if the SMS have cost nothing', async () => {
    await h().start({ ...settings, IPV6_48_ALLOWANCE: '1', IPV6_56_ALLOWANCE: '1' });
    const one = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
    for (let n = 0; n < 40; n++) assert.equal(await ask(one(n), 1, never), 1);
    await h().database.advance(day);
    assert.equal(await ask(one(100), 100, never), 40);
  });

  it('leave the neighbours alone, if a known device asks for them and enters none', async () => {
    await h().start({ ...settings, CHALLENGE: 'auto', IPV6_48_ALLOWANCE: '1', IPV6_56_ALLOWANCE: '1' });
    const one = '2001:db8:1:1::1';
    const devices = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const tel = newNumber();
        await h().send(tel, { ip: '192.0.2.1' });
        const answer = await h().verify(tel, h().codeFor(tel), { ip: '192.0.2.1' });
        return { tel, headers: { 'X-Auth-Device': answer.params.device! } };
      }),
    );
    for (let round = 0; round < 9; round++) {
      await h().database.advance(60);
      for (const { tel, headers } of devices) assert.equal((await h().send(tel, { ip: one, headers })).status, 200);
    }
    await h().database.advance(day);
    await h().restart({ ...settings, IPV6_48_ALLOWANCE: '1', IPV6_56_ALLOWANCE: '1' });
    assert.equal(await ask('2001:db8:1:100::1', 100, never), 40);
  });

  it('of test numbers do not count, because they cost no SMS', async () => {
    const ip = '192.0.2.1';
    await h().start({ ...settings, TEST_NUMBERS: '79990000001:111111' });
    for (let n = 0; n < 20; n++) {
      assert.equal((await h().send('79990000001', { ip })).status, 200);
      assert.equal((await h().verify('79990000001', '111111', { ip })).status, 200);
    }
    await h().database.advance(day);
    assert.equal(await ask(ip, 100, never), 40);
  });

  it('do not count if the provider has refused them', async () => {
    await h().start(settings);
    const ip = '192.0.2.1';
    h().sms.failure = new SmsError('the provider is down', 'refused');
    for (let n = 0; n < 25; n++) assert.equal((await h().send(newNumber(), { ip })).status, 503);
    assert.deepEqual(await recordsOf(ip), [{ past_sent: 0, past_entered: 0, day_sent: 0, day_entered: 0 }, undefined]);
    h().sms.failure = undefined;
    await h().database.advance(day);
    assert.equal(await ask(ip, 100, never), 40);
  });

  it('do not count in any day, if the provider refuses them after the next day has begun', async () => {
    await h().start(settings);
    const ip = '192.0.2.1';
    assert.equal(await ask(ip, 2, never), 2);
    let resolve = () => {};
    h().sms.gate = new Promise(done => (resolve = done));
    h().sms.failure = new SmsError('the provider is down', 'refused');
    const slow = h().send(newNumber(), { ip });
    await until(() => h().sms.begun === 3);
    await h().database.advance(day + 1);
    const later = h().send(newNumber(), { ip });
    await until(() => h().sms.begun === 4);
    assert.deepEqual((await recordsOf(ip))[0], { past_sent: 3, past_entered: 0, day_sent: 1, day_entered: 0 });
    resolve();
    assert.deepEqual([(await slow).status, (await later).status], [503, 503]);
    assert.deepEqual((await recordsOf(ip))[0], { past_sent: 2, past_entered: 0, day_sent: 0, day_entered: 0 });
  });

  it('are counted exactly when many are sent and entered at once', async () => {
    await h().start({ ...settings, SENDS_PER_IP: '1000' });
    const ip = '2001:db8:2:3::1';
    const tels = Array.from({ length: 60 }, newNumber);
    const statuses = (answers: readonly Answer[]) => new Set(answers.map(({ status }) => status));
    assert.deepEqual(statuses(await Promise.all(tels.map(tel => h().send(tel, { ip })))), new Set([200]));
    const enter = (tel: string) => h().verify(tel, h().codeFor(tel), { ip });
    const answers = await Promise.all(tels.slice(0, 40).flatMap(tel => [enter(tel), enter(tel)]));
    assert.equal(answers.filter(({ status }) => status === 200).length, 40);
    assert.deepEqual(await recordsOf('2001:db8:2:3::/64'), [
      { past_sent: 0, past_entered: 0, day_sent: 60, day_entered: 40 },
      { past_sent: 0, past_entered: 0, day_sent: 0, day_entered: 40 },
    ]);
  });

  it('are counted in the day of those that were sent, if the first one is entered half a day later', async () => {
    await h().start(settings);
    const ip = '192.0.2.1';
    assert.equal(await ask(ip, 1, never), 1);
    await h().database.advance(day / 2);
    assert.equal(await ask(ip, 30, always), 30);
    await h().database.advance(day / 2 + 1);
    assert.equal(await ask(ip, 100, never), 80);
  });

  it('are counted in the week of those that were sent, if the first one is entered half a day later', async () => {
    await h().start(settings);
    const ip = '192.0.2.1';
    assert.equal(await ask(ip, 1, never), 1);
    await h().database.advance(day / 2);
    assert.equal(await ask(ip, 30, always), 30);
    await h().database.advance(6.5 * day + 1);
    assert.equal(await ask(ip, 30, always), 30);
    await h().database.advance(day + 1);
    assert.equal(await ask(ip, 100, never), 80);
  });

  it('of a week that ends within a day begin both anew', async () => {
    await h().start(settings);
    const ip = '192.0.2.1';
    assert.equal(await ask(ip, 20, always), 20);
    await h().database.advance(6.5 * day);
    assert.equal(await ask(ip, 15, always), 15);
    await h().database.advance(day / 2 + 1);
    assert.equal(await ask(ip, 2, n => n === 0), 2);
    assert.deepEqual(await recordsOf(ip), [
      { past_sent: 0, past_entered: 0, day_sent: 2, day_entered: 1 },
      { past_sent: 0, past_entered: 0, day_sent: 0, day_entered: 1 },
    ]);
  });

  it('that were counted while the clock of the database was ahead count no more', async () => {
    const ip = '192.0.2.1';
    await h().start(settings);
    await h().database.advance(30 * day);
    assert.equal(await ask(ip, 40, never), 40);
    await h().database.advance(-30 * day);
    assert.equal(await ask(ip, 1, never), 1);
    assert.deepEqual((await recordsOf(ip))[0], { past_sent: 0, past_entered: 0, day_sent: 1, day_entered: 0 });
    await h().start(settings);
    await h().database.advance(30 * day);
    assert.equal(await ask(ip, 40, never), 40);
    await h().database.advance(-28 * day);
    assert.equal(await ask(ip, 100, never), 40);
  });

  it('begin one new day, however many are sent and entered at once when the old one ends', async () => {
    await h().start({ ...settings, SENDS_PER_IP: '1000' });
    const ip = '2001:db8:2:3::1';
    const tels = Array.from({ length: 60 }, newNumber);
    await Promise.all(tels.slice(0, 30).map(tel => h().send(tel, { ip })));
    await h().database.advance(day + 1);
    const codes = tels.slice(0, 20).map(tel => h().codeFor(tel));
    await h().database.db.query({ name: '', text: `update phone_guards set code_expires_at = 'infinity'` }, []);
    await Promise.all([
      ...tels.slice(30).map(tel => h().send(tel, { ip })),
      ...codes.map((code, n) => h().verify(tels[n]!, code, { ip })),
    ]);
    assert.deepEqual(await recordsOf('2001:db8:2:3::/64'), [
      { past_sent: 30, past_entered: 0, day_sent: 30, day_entered: 20 },
      { past_sent: 0, past_entered: 0, day_sent: 0, day_entered: 20 },
    ]);
  });
});

describe('a caller who shows a memory of the number or the state of a code for it', () => {
  it('goes before strangers, and one who shows those of another number does not', async () => {
    const seen: (string | undefined)[] = [];
    class Watched extends Admission {
      override admit(caller: Caller): Queryable {
        seen.push(caller.standing);
        throw new Error('watched');
      }
    }
    const { createSendCode } = await import('../../src/domain/send-code.js');
    const config = loadConfig(testEnvironment);
    const macs = createMacs(testEnvironment.SERVER_SECRET);
    const limits = createLimits(config, macs);
    const records = createNetworkRecords(macs);
    const admission = new Watched({} as Database, { connections: 1, maxWaiting: 1 });
    const challenges = { mode: 'never' } as Parameters<typeof createSendCode>[5];
    const codeSender = {} as Parameters<typeof createSendCode>[6];
    const send = createSendCode(config, admission, macs, limits, records, challenges, codeSender);
    const verify = createVerifyCode(config, admission, macs, limits, records);
    const phone = '79161234567';
    const memoryOf = (number: string) => writeDeviceMemory(macs, number, { id: newDeviceId(), expiresAt: 2e9 });
    for (const device of [memoryOf(phone), memoryOf('79161234568'), undefined]) {
      const call = { phone, ip: '192.0.2.1', device, language: 'en', code: '000000' } as const;
      await assert.rejects(send({ ...call, language: 'en' }), /watched/);
      await assert.rejects(verify({ ...call, idempotencyKey: undefined, state: undefined }), /watched/);
    }
    assert.deepEqual(seen, ['known', 'known', undefined, undefined, undefined, undefined]);
    seen.length = 0;
    const codeId = `${macs.secretId}.${randomUUID()}`;
    const asked = { codeId, askedAt: 2e9 };
    const state = writeCodeState(macs, asked, phone);
    const made = [writeCodeState(macs, asked, '79161234568'), `${codeId}.${'x'.repeat(43)}`, 'x'.repeat(10_000), ''];
    for (const shown of [state, ...made]) {
      const call = { phone, ip: '192.0.2.1', device: undefined, code: '000000', idempotencyKey: undefined };
      await assert.rejects(verify({ ...call, state: shown }), /watched/);
    }
    assert.deepEqual(seen, ['known', undefined, undefined, undefined, undefined]);
  });

  it('waits with strangers when what it shows has ended', async () => {
    const seen: (string | undefined)[] = [];
    let now = 2e9;
    class Watched extends Admission {
      override admit({ standing }: Caller): Queryable {
        seen.push(standing);
        return {
          query: <Row>() => Promise.resolve([{ now, isReplayable: false, blockEndsIn: null, codeId: null }] as Row[]),
        };
      }
    }
    const config = loadConfig(testEnvironment);
    const macs = createMacs(testEnvironment.SERVER_SECRET);
    const admission = new Watched({} as Database, { connections: 1, maxWaiting: 1 });
    const verify = createVerifyCode(config, admission, macs, createLimits(config, macs), createNetworkRecords(macs));
    const phone = '79161234567';
    const call = { phone, ip: '192.0.2.1', code: '000000', idempotencyKey: undefined };
    const state = writeCodeState(macs, { codeId: `${macs.secretId}.${randomUUID()}`, askedAt: now }, phone);
    const device = writeDeviceMemory(macs, phone, { id: newDeviceId(), expiresAt: now + 100_000 });
    for (const seconds of [0, 80_000, 90_000, 110_000]) {
      now = 2e9 + seconds;
      await assert.rejects(verify({ ...call, state: undefined, device: undefined }));
      seen.length = 0;
      for (const shown of [
        { state, device: undefined },
        { state: undefined, device },
      ]) {
        await assert.rejects(verify({ ...call, ...shown }));
      }
      const standing = [seconds < 86_400 ? 'known' : undefined, seconds < 100_000 ? 'known' : undefined];
      assert.deepEqual([...new Set(seen)], [...new Set(standing)], String(seconds));
    }
  });
});
