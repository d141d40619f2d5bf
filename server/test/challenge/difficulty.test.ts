import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { stepOf, STEPS, type Use, workOfStep } from '../../src/challenge/difficulty.js';
import { loadConfig } from '../../src/config/config.js';

const thresholds = { climb: 0.6, total: 0.3 };
const nothing: Use = { share: 0, networkShare: 0, totalShare: 0, servedToday: 0, minuteShare: 0 };
const step = (use: Partial<Use>) => stepOf({ ...nothing, ...use }, thresholds);

describe('the difficulty', () => {
  it('stays at the first step for a carrier with ten thousand people behind one address', () => {
    // The carrier has 111 sign-ins a day, and 15 in the busiest hour, out of budgets of 300 and 60.
    assert.equal(step({ share: Math.max(111 / 300, 15 / 60), servedToday: 110, minuteShare: 2 / 3 }), 1);
  });

  it('takes 1, 5, 25, 100 and 500 times the work of the first step: up to 200 keys by default, and 100,000', () => {
    const works = Array.from({ length: STEPS }, (_, index) => workOfStep(index + 1));
    assert.deepEqual(works, [1, 5, 25, 100, 500]);
    const { work } = loadConfig({ NODE_ENV: 'development' }).challenge;
    assert.deepEqual([work, work * works.at(-1)!], [200, 100_000]);
  });

  it('climbs with the share of an address by a step for each twentieth, up to the last', () => {
    const shares = [0.59, 0.6, 0.65, 0.7, 0.75, 0.8, 1, 7];
    assert.deepEqual(
      shares.map(share => step({ share })),
      [1, 2, 3, 4, 5, 5, 5, 5],
    );
  });

  it('climbs fast with the calls of one minute, but not to the last step, because nobody may have been served', () => {
    const ofBusyMinute = (busy: number) => (count: number) => step({ minuteShare: count / busy });
    assert.deepEqual([1, 2, 3, 4, 5, 6].map(ofBusyMinute(3)), [1, 1, 1, 4, 4, 4]);
    assert.deepEqual([30, 31, 40, 41, 300].map(ofBusyMinute(30)), [1, 4, 4, 4, 4]);
  });

  it('climbs with the share of a network, but not to the last step', () => {
    const shares = [0.59, 0.6, 0.65, 0.7, 0.75, 0.8, 1, 7];
    assert.deepEqual(
      shares.map(networkShare => step({ networkShare })),
      [1, 2, 3, 4, 4, 4, 4, 4],
    );
  });

  it('reaches one more step with each tenth of the budget of all, for an address that asks again and again', () => {
    const counts = [0, 1, 2, 3, 4, 5, 9];
    const at = (totalShare: number) => counts.map(before => step({ totalShare, servedToday: before }));
    assert.deepEqual(at(0.29), [1, 1, 1, 1, 1, 1, 1]);
    assert.deepEqual(at(0.3), [1, 1, 2, 2, 2, 2, 2]);
    assert.deepEqual(at(0.4), [1, 1, 2, 3, 3, 3, 3]);
    assert.deepEqual(at(0.6), [1, 1, 2, 3, 4, 5, 5]);
    assert.deepEqual(at(1), [1, 1, 2, 3, 4, 5, 5]);
  });

  it('makes the budget of an address cost a hundred times as much for each SMS as a person behind a carrier pays', () => {
    // The attacker takes the whole budget. Half of it is free, and each further SMS has the difficulty of the share used
    // before it.
    const works = Array.from({ length: 60 }, (_, used) => (used < 30 ? 0 : workOfStep(step({ share: used / 60 }))));
    const mean = works.reduce((sum, work) => sum + work) / works.length;
    assert.ok(mean > 100 * workOfStep(1), `${mean}`);
  });

  it('makes the budget of all cost as much for an attacker with a thousand addresses', () => {
    const works = Array.from({ length: 10_000 }, (_, used) => {
      const totalShare = used / 10_000;
      return totalShare < thresholds.total ? 0 : workOfStep(step({ totalShare, servedToday: Math.floor(used / 1000) }));
    });
    const mean = works.reduce((sum, work) => sum + work) / works.length;
    assert.ok(mean > 100 * workOfStep(1), `${mean}`);
  });

  it('is always a valid step, and never falls as use grows', () => {
    const share = fc.double({ min: 0, max: 20, noNaN: true });
    const count = fc.nat(1000);
    const use = fc.record({ share, networkShare: share, totalShare: share, servedToday: count, minuteShare: share });
    const more = fc.record({ share, networkShare: share, totalShare: share, servedToday: count, minuteShare: share });
    fc.assert(
      fc.property(use, more, (a, b) => {
        const sum = {
          share: a.share + b.share,
          networkShare: a.networkShare + b.networkShare,
          totalShare: a.totalShare + b.totalShare,
          servedToday: a.servedToday + b.servedToday,
          minuteShare: a.minuteShare + b.minuteShare,
        };
        const [less, greater] = [stepOf(a, thresholds), stepOf(sum, thresholds)];
        assert.ok(Number.isInteger(less) && less >= 1 && less <= STEPS);
        assert.ok(greater >= less);
      }),
    );
  });
});
