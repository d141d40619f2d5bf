// The waits of the widget: which one counts in which form, and the notice at their end, also after the clock was set back.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ReactiveControllerHost } from 'lit';
import type { AuthFlow } from '../../../../src/core/auth-flow.js';
import { WaitController } from '../../../../src/elements/auth-widget/controllers/wait-controller.js';
import { FakeClock } from '../../../support/clock.js';

const host = {
  addController() {},
  requestUpdate() {},
  isConnected: false,
} as unknown as ReactiveControllerHost & Element;
const PHONE = '79161234567';

for (const setBack of [0, 3_600_000])
  for (const screen of ['code', 'credentials'] as const)
    test(`the end of a wait on the screen ${screen} is announced after the clock was set back by ${setBack} ms`, async t => {
      const clock = new FakeClock(t);
      const waits = new WaitController(host);
      const wait = { at: clock.now + 60_000, seconds: 60 };
      const flow = {
        ...{ screen, mode: 'phone-login', phone: PHONE, failure: null, retry: null },
        ...(screen === 'code' ? { resend: wait, blocked: null } : { resend: null, blocked: wait }),
      } as unknown as AuthFlow;
      const render = () => {
        waits.follow(flow, PHONE);
        const { resendIn, blockedIn, notice } = waits.read(flow, PHONE);
        return [Math.max(resendIn, blockedIn), notice];
      };
      assert.deepEqual(render(), [60, undefined]);
      await clock.advance(30_000);
      clock.jump(-setBack);
      assert.deepEqual(render(), [setBack ? 60 : 30, undefined]);
      await clock.advance(setBack ? 59_000 : 29_000);
      assert.deepEqual(render(), [1, undefined]);
      await clock.advance(1000);
      assert.deepEqual(render(), [0, 'resendReady']);
    });

/** What `follow` and `read` see: a form for a number that is blocked, unless the fields say otherwise. */
const flowOf = (fields: object): AuthFlow =>
  ({
    ...{
      screen: 'credentials',
      mode: 'phone-login',
      phone: PHONE,
      failure: null,
      retry: null,
      resend: null,
      blocked: null,
    },
    ...fields,
  }) as unknown as AuthFlow;

test('the block of a number counts in the form for that number only', t => {
  const clock = new FakeClock(t);
  const blocked = { at: clock.now + 60_000, seconds: 60 };
  const blockedIn = (fields: object, text = PHONE) =>
    new WaitController(host).read(flowOf({ blocked, ...fields }), text).blockedIn;
  assert.equal(blockedIn({}), 60);
  assert.equal(blockedIn({}, '+7 (916) 123-45-67'), 60);
  assert.equal(blockedIn({}, '79160000000'), 0);
  assert.equal(blockedIn({ screen: 'code' }), 0);
  assert.equal(blockedIn({ mode: 'login' }), 0);
});

test('a form with a number waits for the end of the block, and any other one for the end of the failed step', t => {
  const clock = new FakeClock(t);
  const blocked = { at: clock.now + 60_000, seconds: 60 };
  const retry = { at: clock.now + 30_000, seconds: 30 };
  const secondsIn = (mode: string) => new WaitController(host).secondsToRetry(flowOf({ blocked, retry, mode }), PHONE);
  assert.deepEqual([secondsIn('login'), secondsIn('phone-login')], [30, 60]);
  // A login can be blocked, too.
  const failure = { code: 'blocked' };
  const ofLogin = flowOf({ blocked, retry, failure, mode: 'login' });
  assert.equal(new WaitController(host).secondsToRetry(ofLogin, PHONE), 30);
});

test('the wait after an error counts also after an earlier block of the number, and the longer of two that are not over', t => {
  const clock = new FakeClock(t);
  const retry = { at: clock.now + 30_000, seconds: 30 };
  const secondsAfter = (code: string, blockSeconds: number, text = PHONE) => {
    const blocked = { at: clock.now + blockSeconds * 1000, seconds: 900 };
    return new WaitController(host).secondsToRetry(flowOf({ blocked, retry, failure: { code } }), text);
  };
  assert.equal(secondsAfter('too-many-requests', -1), 30);
  assert.equal(secondsAfter('too-many-requests', 60), 60);
  assert.equal(secondsAfter('too-many-requests', 60, '79160000000'), 30);
  // The error is about the block, and another number isn't blocked.
  assert.equal(secondsAfter('blocked', 60, '79160000000'), 0);
});

test('the end of a wait that was not shown on this screen is no news', t => {
  const clock = new FakeClock(t);
  const over = flowOf({ blocked: { at: clock.now - 1, seconds: 60 } });
  const waits = new WaitController(host);
  waits.follow(over, PHONE);
  assert.equal(waits.notice, undefined);
  waits.follow(flowOf({ blocked: { at: clock.now + 60_000, seconds: 60 } }), PHONE);
  waits.leaveScreen();
  waits.follow(over, PHONE);
  assert.equal(waits.notice, undefined);
});
