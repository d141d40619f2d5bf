import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
// This import must come before those that load the server. It replaces `crypto.pbkdf2`, and altcha-lib keeps the function that it
// finds when it is loaded.
import { measureIteration } from '../../bench/attack/challenges.js';
import { Attacker, botnet, network48, type Network } from '../../bench/attack/attacker.js';
import { simulate } from '../../bench/attack/day.js';
import { plot } from '../../bench/attack/plot.js';
import { goalsOf, report, type Results } from '../../bench/attack/report.js';
import { Site } from '../../bench/attack/site.js';
import { compareCodes } from '../../bench/attack/six-seconds.js';

// Small budgets and an hour of the night make the simulation take only some seconds.
const budgets = { SENDS_PER_HOUR_TOTAL: '120', SENDS_PER_DAY_TOTAL: '600', SENDS_RESERVED: '0' };
const never = { ...budgets, CHALLENGE: 'never' };
const auto = { ...budgets, CHALLENGE: 'auto' };
const iterationTime = 2e-7;

describe('the simulated attack', () => {
  let site: Site;
  before(async () => {
    site = await Site.open();
  });
  after(() => site.close());

  it('takes the budget of an hour for nothing without challenges, and pays for most of it with them', async () => {
    const scenario = { hours: 1, from: 3, cores: 16, iterationTime, seed: 7 };
    const before = await simulate(site, scenario, never);
    const after = await simulate(site, scenario, auto);
    const ordinary = await simulate(site, { ...scenario, cores: 0 }, auto);
    assert.equal(before.loot.sent, 120);
    assert.ok(before.loot.iterations.every(iterations => iterations === 0));
    // Of the 120, 30 percent are free for all callers together.
    const free = after.loot.iterations.filter(iterations => iterations === 0).length;
    assert.ok(free > 0 && free <= 36, `${free}`);
    assert.ok(after.loot.sent <= 120);
    assert.equal(ordinary.loot.sent, 0);
    assert.ok([...ordinary.people.values()].every(({ refused }) => refused === 0));
    assert.ok([...before.people.values()].some(({ refused }) => refused > 0));

    const comparisons = { before: { codes: 40, sent: 14 }, after: [12, 15].map(codes => ({ codes, sent: codes / 3 })) };
    const results: Results = {
      speeds: { native: iterationTime, browser: iterationTime },
      cores: 16,
      ordinary,
      before,
      after,
      comparisons: { from48: comparisons, fromAll: comparisons },
    };
    assert.match(report(results, '2026-01-01', 'abcdef0'), /\| SMS in the first hour +\| 120 \| \d+ \|/);
    assert.equal(goalsOf(results)[0]!.reached, true, 'nobody meets a challenge');
    assert.equal(goalsOf(results)[1]!.reached, true, 'nobody is refused');
    assert.equal(goalsOf(results)[3]!.reached, true, 'few codes');
    const once = { ...comparisons, after: [...comparisons.after, { codes: 30, sent: 10 }] };
    assert.equal(goalsOf({ ...results, comparisons: { from48: once, fromAll: once } })[3]!.reached, false);
    assert.match(
      plot(before.hours, after.hours),
      /^<svg [^]*<path class="before"[^]*<path class="after"[^]*<\/svg>\n$/,
    );
  });

  it('compares fewer than thirty codes from one /48 in six seconds, and hundreds without challenges', async () => {
    const before = await compareCodes(site, [network48], 4, measureIteration(), { CHALLENGE: 'never' });
    const after = await compareCodes(site, [network48], 4, measureIteration(), { CHALLENGE: 'auto' });
    assert.ok(before.codes > 30, `${before.codes}`);
    assert.ok(after.codes < 30, `${after.codes}`);
    assert.ok(after.sent >= 3, 'three are free');
  });

  it('enters codes until a number is blocked, however many attempts that takes', async () => {
    const settings = { CHALLENGE: 'never', MAX_ATTEMPTS: '12', CODE_FAILURES_PER_IP: '1000000' };
    const { codes, sent } = await compareCodes(site, [network48], 1, iterationTime, settings, 0.5);
    assert.ok(sent > 0);
    assert.equal(codes, 12 * sent);
  });

  it('waits as long as a limit of its address says, even if another limit ends earlier', async () => {
    const callers: string[] = [];
    const call = ({ ip }: { ip: string }) => {
      callers.push(ip);
      const params = callers.length === 1 ? { what: 'ip', retryAfter: 3600 } : { what: 'day', retryAfter: 60 };
      return Promise.resolve({ status: 429, params });
    };
    const addresses: Network = { sources: 2, address: source => `192.0.2.${source}` };
    const attacker = new Attacker({ call } as unknown as Site, [addresses], 1, iterationTime);
    await attacker.minute(0);
    assert.deepEqual(callers, ['192.0.2.0', '192.0.2.1']);
    await attacker.minute(1);
    assert.deepEqual(callers.slice(2), ['192.0.2.1'], 'the first address waits for an hour');
  });

  it('has 65,536 /64 networks, and a thousand IPv4 addresses in different networks', () => {
    const addresses = new Set(Array.from({ length: 65_536 }, (_, n) => network48.address(n % 4, Math.floor(n / 4))));
    assert.equal(addresses.size, 65_536);
    assert.equal(new Set(Array.from({ length: 1000 }, (_, n) => botnet.address(n, 1).replace(/\d+$/, ''))).size, 1000);
  });
});
