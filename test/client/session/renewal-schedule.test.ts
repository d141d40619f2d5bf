// The arithmetic of renewals, without timers and calls: lifetime, clock, backoff (docs/behaviour/session.md#time,
// docs/behaviour/session.md#renewal, docs/behaviour/session.md#failure).
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { RenewalSchedule } from '../../../src/client/session/renewal-schedule.js';

const SECOND = 1000;
const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

/** A schedule whose clock and random numbers the test sets. */
function createSchedule({ random = 0 } = {}) {
  const environment = { now: START, random };
  const schedule = new RenewalSchedule({ now: () => environment.now, random: () => environment.random });
  return { environment, schedule };
}

const lifetime = (expiresIn = 1000, obtainedAt = START) => ({ obtainedAt, expiresIn });

/** Seconds, from a second to 90 days. */
const seconds = fc.integer({ min: 1, max: 90 * 24 * 3600 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
/** Seconds that a clock is set by, forwards or backwards. */
const jump = fc.integer({ min: -400 * 24 * 3600, max: 400 * 24 * 3600 });

test('a renewal is due after 80 % to 82 % of the lifetime', () => {
  fc.assert(
    fc.property(seconds, random, (expiresIn, share) => {
      const { schedule } = createSchedule({ random: share });
      const wait = schedule.msUntilRenewal(lifetime(expiresIn)) / (expiresIn * SECOND);
      assert.ok(wait >= 0.8 - 1e-9 && wait <= 0.82 + 1e-9, `${wait}`);
    }),
  );
});

test('each page keeps its own random share of the lifetime', () => {
  const { environment, schedule } = createSchedule({ random: 0.5 });
  const first = schedule.msUntilRenewal(lifetime());
  environment.random = 0;
  assert.equal(schedule.msUntilRenewal(lifetime()), first);
  assert.equal(first, 810 * SECOND);
});

test('the wait shrinks as the clock goes on, and is over when the renewal is due', () => {
  fc.assert(
    fc.property(seconds, fc.nat(), (expiresIn, after) => {
      const { environment, schedule } = createSchedule();
      const wait = schedule.msUntilRenewal(lifetime(expiresIn));
      environment.now += Math.min(after, wait);
      assert.equal(schedule.msUntilRenewal(lifetime(expiresIn)), wait - Math.min(after, wait));
    }),
  );
});

test('the clock is read every 30 seconds, or earlier when a renewal is due', () => {
  const { environment, schedule } = createSchedule();
  assert.equal(schedule.msUntilClockLook(lifetime()), 30 * SECOND);
  environment.now += 790 * SECOND;
  assert.equal(schedule.msUntilClockLook(lifetime()), 10 * SECOND);
});

test('for a session that has expired, the clock is read at once: browsers would make a long delay of a large negative one', () => {
  const { environment, schedule } = createSchedule();
  environment.now += 1e9 * SECOND;
  assert.equal(schedule.msUntilClockLook(lifetime()), 0);
});

test('a session is unexpired until its lifetime is over', () => {
  const { environment, schedule } = createSchedule();
  assert.equal(schedule.isUnexpiredByClock(lifetime()), true);
  environment.now += 1000 * SECOND - 1;
  assert.equal(schedule.isUnexpiredByClock(lifetime()), true);
  environment.now++;
  assert.equal(schedule.isUnexpiredByClock(lifetime()), false);
});

test('a clock that was set back by more than a second does not tell the age of a session: renewed at once', () => {
  fc.assert(
    fc.property(fc.nat({ max: 799 }), fc.integer({ min: 1001, max: 400 * 24 * HOUR }), (after, back) => {
      const { environment, schedule } = createSchedule();
      environment.now += after * SECOND;
      assert.equal(schedule.isUnexpiredByClock(lifetime()), true);
      environment.now -= back;
      assert.equal(schedule.isUnexpiredByClock(lifetime()), false);
      assert.ok(schedule.msUntilRenewal(lifetime()) <= 0);
    }),
  );
});

test('a clock that is set back by a second or less counts as synchronised', () => {
  const { environment, schedule } = createSchedule();
  environment.now += 100 * SECOND;
  schedule.isUnexpiredByClock(lifetime());
  environment.now -= SECOND;
  assert.equal(schedule.isUnexpiredByClock(lifetime()), true);
});

test('a timer that fires while the clock shows less than its time: the clock was set back', () => {
  const { environment, schedule } = createSchedule();
  schedule.observeClock(environment.now + 30 * SECOND);
  // Before a session has been read, there is no time to compare with.
  assert.equal(schedule.isUnexpiredByClock(lifetime()), true);
  schedule.observeClock(environment.now + 30 * SECOND);
  assert.equal(schedule.isUnexpiredByClock(lifetime()), false);
});

test('a session that was obtained later begins by the new time of the clock', () => {
  const { environment, schedule } = createSchedule();
  schedule.isUnexpiredByClock(lifetime());
  environment.now -= 5 * HOUR;
  assert.equal(schedule.isUnexpiredByClock(lifetime()), false);
  assert.equal(schedule.isUnexpiredByClock(lifetime(1000, environment.now)), true);
});

test('backoff: a random part of 1, 2, 4 … seconds, and of five minutes at most', () => {
  fc.assert(
    fc.property(random, fc.integer({ min: 1, max: 40 }), (share, failures) => {
      const { environment, schedule } = createSchedule({ random: share });
      environment.now += 900 * SECOND;
      for (let n = 0; n < failures; n++) schedule.fail();
      const ceiling = Math.min(2 ** (failures - 1), 300) * SECOND;
      const wait = schedule.msUntilRenewal(lifetime());
      assert.ok(Math.abs(wait - share * ceiling) < 1, `${wait} of ${ceiling}`);
    }),
  );
});

test('retryAfter of the server is a minimum, even when the network is back', () => {
  fc.assert(
    fc.property(random, fc.integer({ min: 1, max: 12 }), fc.nat({ max: 3600 }), (share, failures, retryAfter) => {
      const { environment, schedule } = createSchedule({ random: share });
      environment.now += 900 * SECOND;
      for (let n = 0; n < failures; n++) schedule.fail(retryAfter);
      assert.ok(schedule.msUntilRenewal(lifetime()) >= retryAfter * SECOND);
      schedule.endBackoff();
      assert.equal(schedule.msUntilRenewal(lifetime()), retryAfter * SECOND);
    }),
  );
});

test('the network is back: a call that was sent before and fails just afterwards delays the renewal by a second at most', () => {
  const { environment, schedule } = createSchedule({ random: 0.999 });
  environment.now += 900 * SECOND;
  for (let n = 0; n < 9; n++) schedule.fail();
  schedule.endBackoff();
  schedule.fail();
  assert.ok(schedule.msUntilRenewal(lifetime()) <= SECOND);
});

test("a retryAfter that isn't a number, as from an app's own backend: only the backoff counts", () => {
  const { environment, schedule } = createSchedule({ random: 0.5 });
  environment.now += 900 * SECOND;
  schedule.fail(NaN);
  assert.equal(schedule.msUntilRenewal(lifetime()), 0.5 * SECOND);
});

test('a failure never makes a renewal earlier than its time', () => {
  const { schedule } = createSchedule({ random: 0.5 });
  const before = schedule.msUntilRenewal(lifetime());
  schedule.fail();
  assert.equal(schedule.msUntilRenewal(lifetime()), before);
});

test('a success resets the count of failures', () => {
  const { environment, schedule } = createSchedule({ random: 0.5 });
  environment.now += 900 * SECOND;
  for (let n = 0; n < 9; n++) schedule.fail(120);
  schedule.succeed();
  assert.ok(schedule.msUntilRenewal(lifetime()) <= 0);
  schedule.fail();
  assert.equal(schedule.msUntilRenewal(lifetime()), 0.5 * SECOND);
});

test('a postponed renewal waits that long, and is no failure', () => {
  const { environment, schedule } = createSchedule({ random: 0.999 });
  environment.now += 900 * SECOND;
  schedule.postpone(5);
  assert.equal(schedule.msUntilRenewal(lifetime()), 5 * SECOND);
  environment.now += 5 * SECOND;
  schedule.fail();
  assert.equal(schedule.msUntilRenewal(lifetime()), 0.999 * SECOND);
});

test('a postponed renewal still waits as long as the server asked for', () => {
  const { environment, schedule } = createSchedule();
  environment.now += 900 * SECOND;
  schedule.fail(3600);
  schedule.postpone(5);
  assert.equal(schedule.msUntilRenewal(lifetime()), 3600 * SECOND);
  environment.now += 3598 * SECOND;
  schedule.postpone(5);
  assert.equal(schedule.msUntilRenewal(lifetime()), 5 * SECOND);
});

test('no jump of the clock makes a wait longer than planned', () => {
  fc.assert(
    fc.property(seconds, random, fc.nat({ max: 12 }), fc.nat({ max: 3600 }), fc.array(jump), (...args) => {
      const [expiresIn, share, failures, retryAfter, jumps] = args;
      const { environment, schedule } = createSchedule({ random: share });
      schedule.isUnexpiredByClock(lifetime(expiresIn));
      for (let n = 0; n < failures; n++) schedule.fail(retryAfter);
      const longestPause = Math.max(300, retryAfter) * SECOND;
      for (const by of jumps) {
        environment.now += by * SECOND;
        const wait = schedule.msUntilRenewal(lifetime(expiresIn));
        assert.ok(wait <= Math.max(longestPause, expiresIn * SECOND * 0.82), `${wait}`);
        assert.ok(schedule.msUntilClockLook(lifetime(expiresIn)) <= 30 * SECOND);
      }
    }),
  );
});

test('no answer makes a wait longer than an hour', () => {
  const lifetime = { obtainedAt: Date.now() - 900_000, expiresIn: 1000 };
  for (const retryAfter of [3601, 99_999_999_999, Infinity]) {
    const schedule = new RenewalSchedule({ now: () => lifetime.obtainedAt + 900_000, random: () => 0.5 });
    schedule.fail(retryAfter);
    assert.equal(schedule.msUntilRenewal(lifetime), HOUR, String(retryAfter));
  }
});

test('a wait that the server asked for becomes no longer when the clock is set back', () => {
  const { environment, schedule } = createSchedule();
  schedule.msUntilRenewal(lifetime());
  schedule.fail(300);
  environment.now -= HOUR;
  schedule.endBackoff();
  assert.equal(schedule.msUntilRenewal(lifetime()), 300 * SECOND);
  environment.now += 100 * SECOND;
  schedule.endBackoff();
  assert.equal(schedule.msUntilRenewal(lifetime()), 200 * SECOND);
});

test('a lifetime that begins, here or in another tab, ends the wait after a failure', () => {
  const { schedule } = createSchedule();
  schedule.msUntilRenewal(lifetime());
  schedule.fail(900);
  assert.equal(schedule.msUntilRenewal(lifetime(1000, START - SECOND)), 799 * SECOND);
});
