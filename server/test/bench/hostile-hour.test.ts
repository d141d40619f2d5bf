import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOSTILE_ATTACKS, type HostileAttack } from '../../bench/hostile-hour/attacks.js';
import { HonestPeople } from '../../bench/hostile-hour/honest.js';
import { hostileHour, hourReport } from '../../bench/hostile-hour/hour.js';
import type { Cluster } from '../support/cluster.js';
import { describeOn } from '../support/databases.js';

describe('the honest people of the hostile hour', () => {
  it('notice a second SMS, a refusal and a lost session', async () => {
    const sent: { to: string; text: string }[] = [];
    const answers: Record<string, { status: number; params: object }> = {
      'POST /v1/creds/tel': { status: 200, params: { state: 's' } },
      'PUT /v1/creds/tel': { status: 200, params: { token: 't' } },
      'PUT /v1/session': { status: 503, params: {} },
      'GET /v1/session': { status: 401, params: { what: 'token' } },
    };
    const cluster = {
      sent,
      sentTo: (tel: string) => sent.filter(({ to }) => to === tel),
      call: (method: string, path: string, { body }: { body?: { tel: string } }) => {
        if (method === 'POST') for (let n = 0; n < 2; n += 1) sent.push({ to: body!.tel, text: '#123456' });
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
        ['503', 1],
      ],
    );
    assert.equal(people.sessions, 1);
    assert.equal(await people.countLostSessions(), 1);
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
});
