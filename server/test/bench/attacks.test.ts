import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
// This import comes first, because it watches how the server makes challenges.
import '../../bench/attack/challenges.js';
import { attackGoals, attackReport } from '../../bench/attack/attack-report.js';
import { ATTACKS, type AttackDay, simulateAttack } from '../../bench/attack/attacks.js';
import { Site } from '../../bench/attack/site.js';

// Small budgets and an hour of the night make the simulation take only some seconds.
const budgets = { SENDS_PER_HOUR_TOTAL: '80', SENDS_PER_DAY_TOTAL: '400' };
const options = { hours: 1, from: 2, seed: 7, browserIteration: 1.7e-7 };
const named = (text: string) => {
  const attack = ATTACKS.find(({ name }) => name.includes(text));
  assert.ok(attack);
  return { ...attack, days: 1 };
};

describe('people who return, under attack', () => {
  let site: Site;
  before(async () => {
    site = await Site.open();
  });
  after(() => site.close());
  const simulate = async (text: string, settings: Readonly<Record<string, string>> = {}) => {
    const [day] = await simulateAttack(site, named(text), { ...options, settings: { ...budgets, ...settings } });
    return day!;
  };

  it('get their SMS on a known device, and without the reserve they do not', async () => {
    const attacked = await simulate('200 addresses, solve natively');
    const { 'known device': known, 'new device': fresh } = attacked.fates;
    assert.ok(known.asked > 2, `${known.asked} people`);
    assert.equal(known.got, known.asked);
    assert.ok(attacked.sent >= 30 && attacked.iterations > 0, `${attacked.sent} SMS`);
    assert.ok(fresh.got < fresh.asked, 'the other half of the budget is used up');
    const unreserved = await simulate('200 addresses, solve natively', { SENDS_RESERVED: '0' });
    assert.ok(unreserved.fates['known device'].got < unreserved.fates['known device'].asked);
  });

  it('meet no last step through a phone in their network, and owners of logins get in while passwords are guessed', async () => {
    const days: AttackDay[] = [await simulate('one phone'), await simulate('wrong passwords')];
    const goals = attackGoals(days);
    assert.deepEqual(
      goals.filter(({ text }) => /known device|owners|last step/.test(text)).map(({ reached }) => reached),
      [true, true, true],
    );
    assert.match(attackReport(days), /\| one phone in a carrier's \/48, solves nothing \| \d+ \| /);
    const harmed = structuredClone({ ...days[0]!, attack: undefined }) as unknown as AttackDay;
    const worst = { ...harmed, attack: days[0]!.attack };
    worst.fates['known device'].got = 0;
    worst.fates['new device'].hardest = 1;
    assert.deepEqual(
      attackGoals([worst])
        .filter(({ text }) => /known device|last step|get nobody refused/.test(text))
        .map(({ reached }) => reached),
      [false, false, false],
    );
  });
});
