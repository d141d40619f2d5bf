// Challenges in the tests of <auth-widget>: a refusal with one, a captcha for the slot, and what the widget says meanwhile.
import type { ChallengeSolver } from '../../src/client/calls/solve-challenge.js';
import { AuthError, type ChallengeRequest } from '../../src/core/auth-error.js';
import { find, widget } from './widget.js';

/** The hint and the status while a proof of work, or a captcha outside the slot, is being solved. */
export const CHECKING = 'Checking that you’re not a robot…';

const CAPTCHA = { type: 'turnstile', siteKey: 'key-1' };

export const challenged = (challenge: ChallengeRequest = CAPTCHA) =>
  new AuthError('challenge', { status: 403, challenge });

export const isShown = (element: Element | null) => !!element && element.getClientRects().length > 0;
export const visibleHint = () =>
  [...widget.shadowRoot!.querySelectorAll('form > .hint')].map(hint => hint.textContent).join();

/** Collects the texts of the status. */
export function listen(): string[] {
  const said: string[] = [];
  const status = find('form [role=status]');
  new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true, characterData: true });
  return said;
}

/** Makes a captcha for the slot, which the test solves. */
export function makeCaptcha(markup = '<div></div>') {
  const place = document.createElement('div');
  place.slot = 'challenge';
  place.append(document.createRange().createContextualFragment(markup));
  const asked: { solve: (token: string) => void; reject: () => void; wasShown: boolean }[] = [];
  const challenge: ChallengeSolver = () =>
    new Promise((solve, reject) => {
      asked.push({ solve, reject: () => reject(new Error('closed')), wasShown: isShown(place) });
    });
  return { place, asked, challenge };
}
