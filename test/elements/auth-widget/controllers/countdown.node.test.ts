// The countdown of a widget, by a clock that can be set.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ReactiveControllerHost } from 'lit';
import { deadlineIn } from '../../../../src/core/deadline.js';
import { Countdown } from '../../../../src/elements/auth-widget/controllers/countdown.js';
import { FakeClock } from '../../../support/clock.js';

test('a clock that is set back while it counts: it continues from its full duration, and does not get stuck there', async t => {
  const clock = new FakeClock(t);
  const host = { addController() {}, requestUpdate() {}, isConnected: true } as unknown as ReactiveControllerHost &
    Element;
  const countdown = new Countdown(host);
  const deadline = deadlineIn(60);
  await clock.advance(20_000);
  assert.equal(countdown.secondsTo(deadline), 40);
  clock.jump(-3_600_000);
  assert.equal(countdown.secondsTo(deadline), 60);
  await clock.advance(10_000);
  assert.equal(countdown.secondsTo(deadline), 50);
  await clock.advance(50_000);
  assert.equal(countdown.secondsTo(deadline), 0);
  assert.equal(countdown.secondsTo(null), 0);
});
