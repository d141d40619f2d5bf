import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { createApp } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { createMacs, newCode, newToken, sameBytes } from '../src/crypto.js';
import { type Database, persist } from '../src/db/database.js';
import { createPasswordSignIn } from '../src/domain/passwords.js';
import { KeyedQueue } from '../src/domain/queue.js';
import { Slots } from '../src/domain/slots.js';
import { clientAddress, createTrust } from '../src/http/address.js';
import { createLog, describeError, maskPhone } from '../src/log.js';
import { MockProvider } from '../src/sms/mock.js';
import { preferredLanguage, smsText } from '../src/sms/templates.js';
import { testEnvironment } from './support/harness.js';
import type { TestScope } from './support/process.js';

describe('address of the caller', () => {
  const proxies = new BlockList();
  proxies.addSubnet('10.0.0.0', 8, 'ipv4');
  proxies.addAddress('::1', 'ipv6');
  const trusted = createTrust(proxies);

  it('is the peer, whatever a header says, where no proxy is trusted', () => {
    assert.equal(clientAddress('192.0.2.1', '198.51.100.1', undefined), '192.0.2.1');
    assert.equal(clientAddress('192.0.2.1', '198.51.100.1', trusted), '192.0.2.1');
    assert.equal(clientAddress('::ffff:192.0.2.1', undefined, undefined), '192.0.2.1');
  });

  it('is the last one that is no trusted proxy', () => {
    assert.equal(clientAddress('10.1.2.3', '198.51.100.1', trusted), '198.51.100.1');
    assert.equal(clientAddress('::ffff:10.1.2.3', 'invented, 198.51.100.1, 10.9.9.9', trusted), '198.51.100.1');
    assert.equal(clientAddress('::1', '203.0.113.1, 198.51.100.1', trusted), '198.51.100.1');
    assert.equal(clientAddress('10.1.2.3', undefined, trusted), '10.1.2.3');
    assert.equal(clientAddress('10.1.2.3', 'not an address', trusted), '10.1.2.3');
    assert.equal(clientAddress('10.1.2.3', '10.1.1.1, 10.2.2.2', trusted), '10.1.1.1');
  });

  it('is without the port that some proxies add', () => {
    for (const hop of [
      '198.51.100.1:41234',
      '[::ffff:198.51.100.1]:443',
      '::ffff:198.51.100.1',
      '198.51.100.1:1, 10.9.9.9:2',
      '::ffff:c633:6401',
      '0:0:0:0:0:FFFF:c633:6401',
      '[::ffff:c633:6401]:443',
      '0000:0000:0000:0000:0000:ffff:198.51.100.1',
    ]) {
      assert.equal(clientAddress('10.1.2.3', hop, trusted), '198.51.100.1', hop);
    }
    for (const hop of ['[2001:db8::1]:443', '[2001:db8::1]', '2001:db8::1', '2001:db8::80']) {
      assert.equal(clientAddress('10.1.2.3', hop, trusted), '2001:db8:0:0::/64', hop);
    }
    for (const hop of ['[198.51.100.1', '198.51.100.1:x', '198.51.100.1:', ':80', '[]:80', '_hidden', 'unknown']) {
      assert.equal(clientAddress('10.1.2.3', hop, trusted), '10.1.2.3', hop);
    }
    assert.equal(clientAddress('10.1.2.3', 'fe80::1%eth0', trusted), 'fe80:0:0:0::/64');
  });

  it('counts IPv6 by its first 64 bits, however it is written', () => {
    const same = ['2001:db8:0:1::1', '2001:0DB8:0000:0001:ffff::', '2001:db8:0:1:2:3:4:5', '2001:db8::1:0:0:0:1'];
    for (const address of same) assert.equal(clientAddress(address, undefined, undefined), '2001:db8:0:1::/64');
    assert.equal(clientAddress('2001:db8:0:2::1', undefined, undefined), '2001:db8:0:2::/64');
    // The last 32 bits may be written as IPv4 in any address: two groups in one.
    for (const address of ['2001:db8::1:0:0:192.0.2.1', '2001:db8:0:1::192.0.2.1', '2001:db8:0:1:0:0:192.0.2.1']) {
      assert.equal(clientAddress(address, undefined, undefined), '2001:db8:0:1::/64');
    }
    assert.equal(clientAddress('::ffff:a01:203', '198.51.100.1', trusted), '198.51.100.1');
    assert.equal(clientAddress('::1', undefined, undefined), '0:0:0:0::/64');
    assert.equal(clientAddress('fe80::1%eth0', undefined, undefined), 'fe80:0:0:0::/64');
  });

  it('remembers whom it trusts, and not for ever', () => {
    for (let i = 0; i < 3000; i += 1) {
      const address = `10.0.${i >> 8}.${i & 255}`;
      assert.ok(trusted(address));
      assert.ok(!trusted(address.replace('10', '11')));
    }
    assert.ok(trusted('10.0.0.0'));
  });

  it('is one for all whose address is not known', () => {
    assert.equal(clientAddress('', undefined, trusted), 'unknown');
  });
});

describe('codes, tokens and MACs', () => {
  it('draws six digits, every one of them in every place', () => {
    const seen = Array.from({ length: 6 }, () => new Set<string>());
    for (let i = 0; i < 2000; i += 1) {
      const code = newCode();
      assert.match(code, /^\d{6}$/);
      [...code].forEach((digit, place) => seen[place]?.add(digit));
    }
    for (const digits of seen) assert.equal(digits.size, 10);
  });

  it('draws tokens of 32 bytes', () => {
    assert.equal(Buffer.from(newToken(), 'base64url').length, 32);
    assert.notEqual(newToken(), newToken());
  });

  it('keys MACs by secret, purpose, sending and number', () => {
    const [a, b] = [createMacs('one secret'), createMacs('another one')];
    const mac = a.code('id', '79161234567', '123456');
    const others = [
      a.code('id2', '79161234567', '123456'),
      a.code('id', '79161234568', '123456'),
      a.code('id', '79161234567', '123457'),
      b.code('id', '79161234567', '123456'),
      a.replayBody('79161234567', '123456'),
    ];
    assert.ok(sameBytes(mac, a.code('id', '79161234567', '123456')));
    for (const other of others) assert.ok(!sameBytes(mac, other));
    assert.ok(!sameBytes(mac, mac.subarray(1)));
    assert.notEqual(a.counter('x', 'ab', 'c'), a.counter('x', 'a', 'bc'));
  });
});

describe('the text of an SMS', () => {
  it('ends in the domain-bound line', () => {
    assert.equal(smsText('ru', '012345', 'example.org').split('\n').at(-1), '@example.org #012345');
    assert.equal(smsText('en', '012345', 'example.org').split('\n').at(-1), '@example.org #012345');
  });

  it('is in the language that the browser prefers', () => {
    const cases: readonly [string | undefined, string][] = [
      [undefined, 'ru'],
      ['', 'ru'],
      ['en', 'en'],
      ['en-US,en;q=0.9,ru;q=0.8', 'en'],
      ['fr;q=0.9, en;q=0.1, ru;q=0.2', 'ru'],
      ['en;q=0, ru', 'ru'],
      ['*', 'ru'],
      [';;;,=,q=', 'ru'],
    ];
    for (const [header, language] of cases) assert.equal(preferredLanguage(header, 'ru'), language, header);
  });
});

describe('the mock sender', () => {
  it('keeps the last messages and shows each to those who watch', async () => {
    const mock = new MockProvider({ apiKey: '', sender: 'Example' });
    const seen: number[] = [];
    const end = mock.watch(({ id }) => seen.push(id));
    for (let i = 1; i <= 25; i += 1) await mock.send({ to: '79161234567', text: `message ${i}` });
    end();
    await mock.send({ to: '79161234567', text: 'message 26' });
    assert.equal(seen.length, 25);
    assert.deepEqual(
      mock.after(0).map(({ sms }) => sms.text),
      Array.from({ length: 20 }, (_, i) => `message ${i + 7}`),
    );
    assert.deepEqual(
      mock.after(seen.at(-1)!).map(({ sms }) => ({ ...sms, at: typeof sms.at })),
      [{ to: '79161234567', from: 'Example', text: 'message 26', at: 'number' }],
    );
    assert.equal(mock.after(1).length, 20, 'a number from before a restart, however long ago');
    assert.equal(mock.after(Date.now() + 1_000_000).length, 20, 'a number that was never given out');
  });
});

describe('the stream of what the mock sender was given', () => {
  class WatchedProvider extends MockProvider {
    watchers = 0;

    override watch(watcher: Parameters<MockProvider['watch']>[0]) {
      this.watchers += 1;
      const end = super.watch(watcher);
      return () => {
        this.watchers -= 1;
        end();
      };
    }
  }

  const open = (t: TestScope) => {
    const sms = new WatchedProvider({ apiKey: '', sender: 'Example' });
    const never = () => Promise.reject(new Error('not asked for'));
    const db: Database = { query: never, transaction: never, exclusively: never, close: never };
    const stop = new AbortController();
    // A stream that is left would keep the tests from ending.
    t.after(async () => stop.abort());
    const config = loadConfig(testEnvironment);
    const app = createApp({ config, secret: 'secret', db, sms, log: createLog('silent'), stopped: stop.signal });
    return { sms, stop, ask: (method: string) => app.request('/dev/sms', { method }) };
  };

  it('is not begun for HEAD, which nobody would read', async t => {
    const { sms, stop, ask } = open(t);
    const [head, get] = [await ask('HEAD'), await ask('GET')];
    assert.equal(sms.watchers, 1);
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
    for (const name of ['Content-Type', 'Cache-Control', 'Vary']) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
    stop.abort();
    assert.equal(await get.text(), ': \n\n');
    assert.equal(sms.watchers, 0);
  });

  it('has as many readers as come, without a warning of a leak', async t => {
    const { sms, stop, ask } = open(t);
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    t.after(() => process.off('warning', warn));
    const streams = await Promise.all(Array.from({ length: 12 }, () => ask('GET')));
    assert.equal(sms.watchers, streams.length);
    stop.abort();
    for (const stream of streams) assert.equal(await stream.text(), ': \n\n');
    // Warnings are told when all promises have been.
    await new Promise(resolve => setImmediate(resolve));
    assert.deepEqual(warnings, []);
  });
});

describe('the queue', () => {
  it('runs work for one key in order, for others at once, and forgets keys', async () => {
    const queue = new KeyedQueue();
    const order: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>(resolve => (release = resolve));
    const first = queue.run('a', async () => {
      await gate;
      order.push('first');
      throw new Error('fails');
    });
    const second = queue.run('a', async () => order.push('second'));
    await queue.run('b', async () => order.push('other'));
    release();
    await assert.rejects(first, /fails/);
    await second;
    assert.deepEqual(order, ['other', 'first', 'second']);
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(queue.size, 0);
  });
});

describe('a crowd that signs in by password', () => {
  it('leaves a thread for the look-up of names', async () => {
    const stored = await hash('correct horse', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const order: string[] = [];
    const query: Database['query'] = async <Row>({ name }: { name: string }) => {
      if (name === 'counters-take') return [{}, {}, {}] as Row[];
      if (name === 'password-find') return [{ id: 'a', hash: stored }] as Row[];
      order.push(name);
      return [{ user: 'a', name: 'Anna', seconds: 60 }] as Row[];
    };
    const never = () => Promise.reject(new Error('not asked for'));
    const db: Database = { query, transaction: work => work({ query }), exclusively: never, close: never };
    const signIn = createPasswordSignIn(loadConfig(testEnvironment), db, createMacs('secret'), new KeyedQueue());
    const crowd = Array.from({ length: 40 }, (_, index) =>
      signIn({ login: `login-${index}`, password: 'correct horse', ip: '192.0.2.1' }),
    );
    // All of them are at their hashes, or in line for it.
    await new Promise(resolve => setImmediate(resolve));
    await lookup('localhost');
    order.push('found');
    await Promise.all(crowd);
    assert.equal(order.length, 41);
    assert.ok(order.indexOf('found') < 20, `found after ${order.indexOf('found')} hashes`);
  });
});

describe('slots', () => {
  it('run so many works at once, the others in order, and go on after one that failed', async () => {
    const slots = new Slots(2);
    const began: number[] = [];
    const ends: ((failed: boolean) => void)[] = [];
    const work = (number: number) =>
      slots.run(() => {
        began.push(number);
        return new Promise<number>((resolve, reject) => {
          ends[number] = failed => (failed ? reject(new Error('no')) : resolve(number));
        });
      });
    const all = [0, 1, 2, 3].map(work);
    const outcomes = Promise.allSettled(all);
    assert.deepEqual(began, [0, 1]);
    ends[1]!(true);
    await assert.rejects(all[1]!);
    assert.deepEqual(began, [0, 1, 2]);
    ends[0]!(false);
    await all[0];
    assert.deepEqual(began, [0, 1, 2, 3]);
    ends[2]!(false);
    ends[3]!(false);
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    const later = [work(4), work(5), work(6)];
    assert.deepEqual(began.slice(4), [4, 5]);
    for (const number of [4, 5]) ends[number]!(false);
    await Promise.all(later.slice(0, 2));
    ends[6]!(false);
    assert.equal(await later[2], 6);
  });
});

describe('work that the database undid', () => {
  const failing = (code: string, times: number) => {
    let left = times;
    return async () => {
      left -= 1;
      if (left >= 0) throw Object.assign(new Error('undone'), { code });
      return 'done';
    };
  };

  it('is done again after a deadlock, a few times', async () => {
    assert.equal(await persist(failing('40P01', 3)), 'done');
    await assert.rejects(persist(failing('40P01', 10)), /undone/);
    await assert.rejects(persist(failing('23505', 1)), /undone/);
  });
});

describe('the log', () => {
  it('masks numbers', () => {
    assert.equal(maskPhone('79161234567'), '7916*****67');
  });

  it('says nothing of the values in an error of the database', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: line => lines.push(line) });
    const err = Object.assign(new Error('duplicate key value, 79161234567'), {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (tel)=(79161234567) already exists.',
      constraint: 'accounts_tel_key',
    });
    log.error({ err }, 'request failed');
    assert.ok(!lines.join().includes('79161234567'));
    assert.match(lines.join(), /accounts_tel_key/);
    assert.equal(describeError(new TypeError('x is not a function'))['message'], 'x is not a function');
    assert.deepEqual(describeError('a string'), { type: 'string' });
  });

  it('removes what must not be there, should anybody log it', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: line => lines.push(line) });
    log.info({ password: 'pw-1', token: 'tk-1', body: { val: 'vl-1', password: 'pw-2' }, authorization: 'au-1', n: 1 });
    assert.match(lines.join(), /"n":1/);
    assert.doesNotMatch(lines.join(), /(pw|tk|vl|au)-\d/);
  });
});
