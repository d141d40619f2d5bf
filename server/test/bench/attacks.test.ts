import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
// This import must come before those that load the server. It replaces `crypto.pbkdf2`, and altcha-lib keeps the function that it
// finds when it is loaded.
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
  const simulate = async (text: string, settings: Readonly<Record<string, string>> = {}, from = options.from) => {
    const [day] = await simulateAttack(site, named(text), { ...options, from, settings: { ...budgets, ...settings } });
    return day!;
  };
  const reachedOf = (days: readonly AttackDay[], texts: RegExp) =>
    attackGoals(days)
      .filter(({ text }) => texts.test(text))
      .map(({ reached }) => reached);

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

  it('never get the hardest challenge because of a phone in their network', async () => {
    const day = await simulate('one phone');
    assert.ok(day.fates['known device'].asked > 0);
    assert.deepEqual(reachedOf([day], /known device|last step/), [true, true]);
    assert.match(attackReport([day]), /\| one phone in a carrier's \/48, solves nothing \| \d+ \| /);
    // The attack has a function, which `structuredClone` can't copy.
    const harmed = { ...day, fates: structuredClone(day.fates) };
    harmed.fates['known device'].got = 0;
    harmed.fates['new device'].hardest = 1;
    assert.deepEqual(reachedOf([harmed], /known device|last step|get nobody refused/), [false, false, false]);
  });

  it('get in with their password from a network that they have used, while passwords are guessed', async () => {
    const day = await simulate('wrong passwords', {}, 18);
    assert.ok(day.fates['known network'].asked > 0);
    assert.deepEqual(reachedOf([day], /owners/), [true]);
    const harmed = { ...day, fates: structuredClone(day.fates) };
    harmed.fates['known network'].got = 0;
    assert.deepEqual(reachedOf([harmed], /owners/), [false]);
  });
});
