// The notice at the end of a wait, with a clock that is set back meanwhile.
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
