import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { HOSTILE_ATTACKS, type HostileAttack } from '../../bench/hostile-hour/attacks.js';
import { HonestPeople } from '../../bench/hostile-hour/honest.js';
import { hostileHour, type HourOutcome } from '../../bench/hostile-hour/hour.js';
import { hourReport, missedGoals } from '../../bench/hostile-hour/hour-report.js';
import { Cluster } from '../support/cluster.js';
import { describeOn } from '../support/databases.js';

describe('the honest people of the hostile hour', () => {
  it('notice a second SMS, a refusal and a lost session', async () => {
    const sent: { to: string; text: string }[] = [];
    const answers: Record<string, { status: number; params: object }> = {
      'POST /v1/creds/tel': { status: 200, params: { state: 's' } },
      'PUT /v1/creds/tel': { status: 200, params: { token: 't' } },
      'PUT /v1/session': { status: 503, params: { retryAfter: 5 } },
      'GET /v1/session': { status: 401, params: { what: 'token' } },
    };
    const cluster = {
      sent,
      sentTo: (tel: string) => sent.filter(({ to }) => to === tel),
      call: (method: string, path: string, { body }: { body?: { tel: string } }) => {
        if (method === 'POST') for (let n = 0; n < 2; n++) sent.push({ to: body!.tel, text: '#123456' });
        return Promise.resolve(answers[`${method} ${path}`]);
      },
    } as unknown as Cluster;
    const people = new HonestPeople(cluster);
    const seen = people.observe();
    let visits = 0;
    await people.live(1, () => visits++ > 0);
    assert.equal(people.countDoubleSms(), 1);
    assert.equal(seen.times.length, 4);
    assert.deepEqual(
      [...seen.refused],
      [
        ['401 token', 1],
        ['503 retry after 5', 1],
      ],
    );
    assert.equal(people.sessions, 1);
    assert.equal(await people.countLostSessions(), 1);
  });
});

describe('the goals of the hostile hour', () => {
  const good: HourOutcome = {
    parts: [
      { attack: 'kills', processes: 2, calls: 9, seen: { times: [1, 2, 14_999], refused: new Map(), signedIn: 1 } },
    ],
    doubleSms: 0,
    sessions: 1,
    lostSessions: 0,
  };
  const part = good.parts[0]!;
  const withSeen = (seen: Partial<typeof part.seen>) => ({
    ...good,
    parts: [{ ...part, seen: { ...part.seen, ...seen } }],
  });

  it('are reached by a run in which nobody notices anything', () => {
    assert.deepEqual(missedGoals([good, good]), []);
    assert.match(hourReport([good]), /All goals are reached\.$/);
  });

  const faults: readonly (readonly [HourOutcome, RegExp])[] = [
    [
      withSeen({ refused: new Map([['503 retry after 1', 1]]) }),
      /^kills, 2 processes: 1 of 3 calls of people were refused$/,
    ],
    [withSeen({ signedIn: 0 }), /^kills, 2 processes: nobody signed in$/],
    [withSeen({ times: [1, 15_001] }), /^kills, 2 processes: p99 is 15001 ms/],
    [{ ...good, doubleSms: 1 }, /^1 numbers got more than one SMS$/],
    [{ ...good, lostSessions: 2 }, /^2 sessions were lost$/],
  ];
  for (const [outcome, sentence] of faults) {
    it(`are missed by a run with a fault: ${sentence.source}`, () => {
      const missed = missedGoals([good, outcome]);
      assert.equal(missed.length, 1);
      assert.match(missed[0]!, sentence);
      assert.match(hourReport([outcome]), /Goals that are missed:/);
    });
  }
});

describeOn('postgres', 'the servers of the hostile hour', () => {
  it('get an answer from their SMS provider while this process, which makes all calls, is busy', async t => {
    const cluster = await Cluster.start('postgres', { SMS_TIMEOUT: '2' }, 1);
    t.after(() => cluster.stop());
    const tel = '79161234567';
    const headers = { 'Content-Type': 'application/json' };
    const post = request(`${cluster.url}/v1/creds/tel`, { method: 'POST', headers });
    const answered = once(post, 'response');
    post.end(JSON.stringify({ tel, op: 'add' }));
    await once(post, 'finish');
    // The server takes the call, and asks its provider, while this process stands still.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000);
    const [response] = (await answered) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    response.resume();
    assert.equal(cluster.sentTo(tel).length, 1);
  });
});

describeOn('postgres', 'some seconds of the hostile hour, in two processes', () => {
  it('refuse nobody, send no second SMS and lose no session', { timeout: 120_000 }, async () => {
    const attacks = HOSTILE_ATTACKS.filter(({ name }) => /made-up|ambush|broken|kills/.test(name));
    assert.equal(attacks.length, 4);
    const outcome = await hostileHour({ seconds: 1, processes: 2, people: 4, attackers: 50, attacks });
    const { parts, doubleSms, sessions, lostSessions } = outcome;
    assert.deepEqual(
      parts.map(({ seen }) => [...seen.refused]),
      parts.map(() => []),
    );
    assert.ok(parts.every(({ calls }) => calls > 0));
    assert.ok(sessions > 0);
    assert.deepEqual({ doubleSms, lostSessions }, { doubleSms: 0, lostSessions: 0 });
    assert.match(hourReport([outcome]), /Numbers with more than one SMS: \*\*0\*\*\. Lost sessions: \*\*0\*\* of /);
  });

  it(
    'leave everybody a captcha, whatever its provider answers to tokens of attackers',
    { timeout: 60_000 },
    async () => {
      const doubles = HOSTILE_ATTACKS.filter(({ hasCaptcha }) => hasCaptcha);
      assert.equal(doubles.length, 3);
      const all: HostileAttack = {
        name: 'all at once',
        hasCaptcha: true,
        run: async field => {
          await Promise.all(doubles.map(({ run }) => run(field)));
        },
      };
      const outcome = await hostileHour({ seconds: 1.5, processes: 1, people: 4, attackers: 10, attacks: [all] });
      const { sessions, doubleSms, lostSessions } = outcome;
      assert.deepEqual([...outcome.parts[0]!.seen.refused], []);
      assert.ok(sessions > 0);
      assert.deepEqual({ doubleSms, lostSessions }, { doubleSms: 0, lostSessions: 0 });
    },
  );

  it('end with 1 if somebody honest was refused', { timeout: 120_000 }, async () => {
    const main = fileURLToPath(new URL('../../bench/hostile-hour/main.ts', import.meta.url));
    const run = (...args: string[]) =>
      new Promise<{ code: unknown; output: string; errors: string }>(resolve => {
        const words = ['--import', 'tsx', main, '--seconds', '1', '--processes', '1', '--only', 'none', ...args];
        execFile(process.execPath, words, (error, output, errors) =>
          resolve({ code: error?.code ?? 0, output, errors }),
        );
      });
    const good = await run();
    assert.deepEqual([good.code, /All goals are reached/.test(good.output)], [0, true], good.output);
    // The row of an attack is written as soon as it has ended, and again in the table.
    const row = /^\| none \| 1 \|.*$/m.exec(good.errors)?.[0];
    assert.ok(row !== undefined && good.output.includes(row), good.errors);
    const bad = await run('--set', 'SENDS_PER_HOUR_TOTAL=10');
    assert.equal(bad.code, 1, bad.output);
    assert.match(bad.output, /none, 1 processes: \d+ of \d+ calls of people were refused/);
  });
});
