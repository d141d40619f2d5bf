// The text about a challenge, by a fake clock.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { LitElement, ReactiveController } from 'lit';
import type { ChallengeRequest } from '../../../../src/core/auth-error.js';
import { ChallengeController } from '../../../../src/elements/auth-widget/controllers/challenge-controller.js';
import { FakeClock } from '../../../support/clock.js';

test('the text about a proof of work is due after a second, and one that is solved sooner leaves no timer behind', async t => {
  const clock = new FakeClock(t);
  const added: ReactiveController[] = [];
  const host = {
    addController: (controller: ReactiveController) => added.push(controller),
    requestUpdate() {},
    isConnected: true,
    renderRoot: { querySelector: () => null },
  } as unknown as LitElement;
  const challenges = new ChallengeController(host);
  const render = (challenge: ChallengeRequest | null) => {
    const key = challenges.textKeyOf(challenge);
    for (const controller of added) controller.hostUpdated?.();
    return key;
  };

  const first = { type: 'pow' };
  assert.equal(render(first), undefined);
  await clock.advance(1000);
  assert.equal(render(first), 'checking');

  assert.equal(render({ type: 'pow' }), undefined);
  await clock.advance(500);
  assert.equal(clock.pending, 1);
  assert.equal(render(null), undefined);
  assert.equal(clock.pending, 0);
});
