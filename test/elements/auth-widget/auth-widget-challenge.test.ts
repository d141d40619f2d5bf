// auth-widget while a challenge is solved: what it says, its slot `challenge`, and the focus (docs/client.md#challenges,
// docs/behaviour/flow.md#focus). Real proofs of work, in the browser: src/client/calls/proof-of-work.ts.
import { expect } from '@open-wc/testing';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { ChallengeSolver } from '../../../src/client/calls/solve-challenge.js';
import { AuthError, type ChallengeRequest } from '../../../src/core/auth-error.js';
import { violationsIn } from '../../support/axe.js';
import { click, doubleClick, press, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';
import {
  backend,
  button,
  codeField,
  find,
  focusedAt,
  mount,
  query,
  settled,
  submitButton,
  textOf,
  toCode,
  typePhone,
  widget,
} from '../../support/widget.js';

const SECRET = 'secret of the test';
const CHECKING = 'Checking that you’re not a robot…';
const BELOW = 'Confirm below that you’re not a robot.';
const CAPTCHA = { type: 'turnstile', siteKey: 'key-1' };

const challenged = (challenge: ChallengeRequest = CAPTCHA) => new AuthError('challenge', { status: 403, challenge });

const createProof = async (counter = 6): Promise<ChallengeRequest> => ({
  type: 'pow',
  ...(await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter,
    deriveKey,
    hmacSignatureSecret: SECRET,
  })),
});

/** Undoes what the test has changed in the page. */
let restore: () => void;
beforeEach(() => (restore = () => {}));
afterEach(() => {
  restore();
  widget.client.dispose();
});

/** Holds up the derivation of keys until the returned function is called. */
function holdKeys(): () => void {
  const { subtle } = crypto;
  let release!: () => void;
  const held = new Promise<void>(resolve => (release = resolve));
  Object.defineProperty(subtle, 'deriveBits', {
    configurable: true,
    value: async (...args: Parameters<SubtleCrypto['deriveBits']>) => {
      await held;
      return SubtleCrypto.prototype.deriveBits.apply(subtle, args);
    },
  });
  restore = () => Reflect.deleteProperty(subtle, 'deriveBits');
  return release;
}

/** Collects the texts of the status. */
function listen(): string[] {
  const said: string[] = [];
  const status = find('form [role=status]');
  new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true, characterData: true });
  return said;
}

const isShown = (element: Element | null) => !!element && element.getClientRects().length > 0;
const visibleHint = () => [...widget.shadowRoot!.querySelectorAll('form > .hint')].map(hint => hint.textContent).join();

/** Makes a captcha for the slot, which the test solves. */
function makeCaptcha(markup = '<div></div>') {
  const place = document.createElement('div');
  place.slot = 'challenge';
  place.append(document.createRange().createContextualFragment(markup));
  const asked: { solve: (token: string) => void; reject: () => void; signal: AbortSignal; wasShown: boolean }[] = [];
  const challenge: ChallengeSolver = (_, { signal }) =>
    new Promise((solve, reject) => {
      asked.push({ solve, reject: () => reject(new Error('closed')), signal, wasShown: isShown(place) });
    });
  return { place, asked, challenge };
}

/** Leads to a captcha in the slot: a request for a code is refused. `how` sends the form. */
async function toCaptcha({ markup = '<input aria-label="Letters">', how = () => click(submitButton()) } = {}) {
  const captcha = makeCaptcha(markup);
  await mount({ challenge: captcha.challenge });
  widget.append(captcha.place);
  await typePhone();
  await how();
  await backend.answer('requestCode', challenged());
  await until(() => captcha.asked.length);
  await settled();
  return { ...captcha, input: captcha.place.querySelector('input')! };
}

/** When the last request was refused, in milliseconds by the monotonic clock. */
let refusedAt = 0;

/** Leads to a request for a code that is refused with a proof of work. Returns the texts of the status. */
async function toProof(challenge: ChallengeRequest): Promise<string[]> {
  await mount();
  await typePhone();
  const said = listen();
  await press('Enter');
  refusedAt = performance.now();
  await backend.answer('requestCode', challenged(challenge));
  return said;
}

describe('auth-widget: a proof of work', () => {
  it('is solved so that the server accepts it, and nothing is said if that is quick', async () => {
    const said = await toProof(await createProof());
    await backend.answer('requestCode');
    await until(() => query('code-input'));
    const { challengeSolution } = backend.calls[1]!.options as { challengeSolution: string };
    const { challenge, solution } = JSON.parse(atob(challengeSolution)) as Pick<
      Parameters<typeof verifySolution>[0],
      'challenge' | 'solution'
    >;
    const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: SECRET });
    expect([verified, solution.counter]).to.deep.equal([true, 6]);
    expect(said).not.to.include(CHECKING);
  });

  it('after a second, the status says what takes so long, once, and the widget stays busy', async () => {
    const challenge = await createProof();
    const release = holdKeys();
    const said = await toProof(challenge);
    await until(() => visibleHint() === CHECKING);
    expect(performance.now() - refusedAt).to.be.greaterThan(990);
    expect([textOf('form [role=status]'), widget.state.isLoading, submitButton().ariaDisabled]).to.deep.equal([
      CHECKING,
      true,
      'true',
    ]);
    expect(isShown(find('form > .hint'))).to.equal(true);
    release();
    await backend.answer('requestCode', new AuthError('server'));
    await until(() => widget.state.error);
    await settled();
    expect([said, visibleHint()]).to.deep.equal([['One moment…', CHECKING, ''], '']);
  });

  it('the status says so for each proof, and not at once', async () => {
    const [challenge, next] = await Promise.all([createProof(), createProof()]);
    const release = holdKeys();
    await toProof(challenge);
    await until(() => visibleHint() === CHECKING);
    release();
    await backend.answer('requestCode', new AuthError('server'));
    await until(() => widget.state.error);
    await settled();
    holdKeys();
    await press('Enter');
    refusedAt = performance.now();
    await backend.answer('requestCode', challenged(next));
    await until(() => visibleHint() === CHECKING);
    expect(performance.now() - refusedAt).to.be.greaterThan(990);
  });

  it('shows no slot, and does not call the solver of the page', async () => {
    const { place, asked, challenge } = makeCaptcha();
    const proof = await createProof();
    holdKeys();
    await mount({ challenge });
    widget.append(place);
    await typePhone();
    await press('Enter');
    await backend.answer('requestCode', challenged(proof));
    await until(() => widget.client.flow.challenge);
    await settled();
    expect([isShown(place), asked.length]).to.deep.equal([false, 0]);
  });

  it('double clicks, however many: solved once, and one call for each answer', async () => {
    const challenge = await createProof();
    const release = holdKeys();
    await toProof(challenge);
    await settled();
    await doubleClick(submitButton());
    await doubleClick(submitButton());
    release();
    await backend.answer('requestCode');
    await until(() => query('code-input'));
    expect(backend.count('requestCode')).to.equal(2);
  });

  it('a change of mode ends it: nothing is sent, and the number is kept', async () => {
    const challenge = await createProof();
    const release = holdKeys();
    await toProof(challenge);
    await settled();
    await click(button('Password'));
    release();
    await settled();
    await click(button('Phone'));
    await settled();
    expect([backend.count('requestCode'), widget.state.isLoading, find('phone-input').value]).to.deep.equal([
      1,
      false,
      '79161234567',
    ]);
  });

  it('without crypto.subtle the widget says to open the page by https, in its own language', async () => {
    const challenge = await createProof();
    Object.defineProperty(crypto, 'subtle', { configurable: true, value: undefined });
    restore = () => Reflect.deleteProperty(crypto, 'subtle');
    await toProof(challenge);
    await until(() => widget.state.error);
    await settled();
    expect(textOf('[role=alert]')).to.match(/^This page isn’t secure\. Open it at its https:/);
    widget.lang = 'ru';
    await settled();
    expect(textOf('[role=alert]')).to.match(/^Страница открыта без защиты\./);
    expect(backend.count('requestCode')).to.equal(1);
  });
});

describe('auth-widget: the slot challenge', () => {
  it('is shown from the call of the solver to the end of the operation, below the button, which does not move', async () => {
    const { challenge, place, asked } = makeCaptcha('<button type="button">I am human</button>');
    await mount({ challenge });
    widget.append(place);
    await typePhone();
    expect(isShown(place)).to.equal(false);
    const before = submitButton().getBoundingClientRect();
    const said = listen();
    await press('Enter');
    await backend.answer('requestCode', challenged());
    await until(() => asked.length);
    expect(asked[0]!.wasShown).to.equal(true);
    await settled();
    expect(visibleHint()).to.equal(BELOW);
    expect(submitButton().getBoundingClientRect().top).to.equal(before.top);
    expect(place.getBoundingClientRect().top).to.be.at.least(before.bottom);
    asked[0]!.solve('token');
    await backend.answer('requestCode', new AuthError('server'));
    await until(() => widget.state.error);
    await settled();
    expect([isShown(place), said]).to.deep.equal([false, ['One moment…', BELOW, '']]);
  });

  it('is empty if the captcha is elsewhere on the page: the status says that the widget is checking', async () => {
    const { challenge, asked } = makeCaptcha();
    await mount({ challenge });
    await typePhone();
    await press('Enter');
    await backend.answer('requestCode', challenged());
    await until(() => asked.length);
    await settled();
    expect([textOf('form [role=status]'), visibleHint()]).to.deep.equal([CHECKING, CHECKING]);
  });

  it('is shown on the form for a password and on the code screen, too', async () => {
    const { challenge, place, asked } = makeCaptcha();
    await mount({ challenge, mode: 'login' });
    widget.append(place);
    place.textContent = 'captcha';
    const login = widget.client.login('anna', 'correct horse').catch(() => {});
    await backend.answer('login', challenged());
    await until(() => asked.length);
    expect(asked[0]!.wasShown).to.equal(true);
    asked[0]!.reject();
    await login;
    await settled();
    expect(isShown(place)).to.equal(false);
    await toCode({ resendIn: 0 });
    await click(button('Get a new code'));
    await backend.answer('requestCode', challenged());
    await until(() => asked.length === 2);
    expect([asked[1]!.wasShown, codeField().isConnected]).to.deep.equal([true, true]);
  });

  it('after a captcha fails, the error says what to do, and the next attempt shows the captcha again', async () => {
    const { place, asked } = await toCaptcha();
    asked[0]!.reject();
    await until(() => widget.state.error);
    await settled();
    expect(textOf('[role=alert]')).to.equal('We couldn’t confirm you’re not a robot. Try again.');
    await click(submitButton());
    await backend.answer('requestCode', challenged());
    await until(() => asked.length === 2);
    expect([asked[1]!.wasShown, isShown(place)]).to.deep.equal([true, true]);
  });

  it('has no violations of axe', async () => {
    await toCaptcha();
    expect(await violationsIn(widget)).to.deep.equal([]);
  });
});

describe('auth-widget: the focus and a captcha', () => {
  it('the focus goes from the button into the captcha, and then to the field of the code', async () => {
    const { input, asked } = await toCaptcha();
    expect(document.activeElement).to.equal(input);
    asked[0]!.solve('token');
    await backend.answer('requestCode');
    await until(() => query('code-input'));
    await settled();
    expect(focusedAt()).to.equal('code');
  });

  it('the focus waits for a captcha that is loaded later, and skips elements that cannot have it', async () => {
    const { place } = await toCaptcha({
      markup: '<input type="hidden"><input hidden><button tabindex="-1">×</button>',
    });
    expect(focusedAt()).to.equal('button');
    const frame = document.createElement('iframe');
    frame.title = 'captcha';
    place.append(frame);
    await until(() => document.activeElement === frame);
  });

  for (const [how, show] of Object.entries<(place: HTMLElement) => void>({
    'that is put deep into the slot': place => place.firstElementChild!.append(document.createElement('input')),
    'that was there, hidden': place => (place.querySelector('input')!.hidden = false),
  }))
    it(`the focus goes into a captcha ${how}`, async () => {
      const { place } = await toCaptcha({ markup: '<div></div><input hidden>' });
      expect(focusedAt()).to.equal('button');
      show(place);
      const shown = [...place.querySelectorAll('input')].find(input => !input.hidden)!;
      await until(() => document.activeElement === shown);
    });

  it('with several elements in the slot, the focus comes back from each', async () => {
    const { place, asked } = await toCaptcha({ markup: 'Solve this:' });
    const second = document.createElement('input');
    second.slot = 'challenge';
    place.after(second);
    second.focus();
    asked[0]!.reject();
    await until(() => widget.state.error);
    await settled();
    expect(focusedAt()).to.equal('button');
  });

  it('a captcha that is followed by another screen, without a button to go back to', async () => {
    const errors: unknown[] = [];
    const note = ({ reason }: PromiseRejectionEvent) => errors.push(reason);
    window.addEventListener('unhandledrejection', note);
    const captcha = makeCaptcha('<input aria-label="Letters">');
    await mount({ challenge: captcha.challenge, mode: 'login' });
    widget.append(captcha.place);
    const done = widget.client.login('anna', 'correct horse');
    await backend.answer('login', challenged());
    await until(() => captcha.asked.length);
    captcha.place.querySelector('input')!.focus();
    captcha.asked[0]!.solve('token');
    await backend.answer('login', session());
    await done;
    await settled();
    await new Promise(resolve => setTimeout(resolve));
    window.removeEventListener('unhandledrejection', note);
    expect([errors.length, textOf('h2')]).to.deep.equal([0, 'Signed in as Anna']);
  });

  it('the focus stays if a person pressed Enter in a field, or has moved it elsewhere', async () => {
    const { place } = await toCaptcha({ how: () => press('Enter') });
    expect(focusedAt()).to.equal('phone');
    const elsewhere = document.createElement('input');
    widget.after(elsewhere);
    elsewhere.focus();
    place.append(document.createElement('input'));
    await settled();
    expect(document.activeElement).to.equal(elsewhere);
  });

  it('an error brings the focus back to the button', async () => {
    const { asked } = await toCaptcha();
    asked[0]!.solve('token');
    await backend.answer('requestCode', new AuthError('server'));
    await until(() => widget.state.error);
    await settled();
    expect(focusedAt()).to.equal('button');
  });

  it('an error brings the focus back even if the captcha has been removed', async () => {
    const { asked, input } = await toCaptcha();
    input.remove();
    asked[0]!.reject();
    await until(() => widget.state.error);
    await settled();
    expect(focusedAt()).to.equal('button');
  });

  it('an error about a field moves the focus to the field', async () => {
    const { asked } = await toCaptcha();
    asked[0]!.solve('token');
    await backend.answer('requestCode', new AuthError('invalid-phone'));
    await until(() => widget.state.error);
    await settled();
    expect(focusedAt()).to.equal('phone');
  });

  it('the focus stays if a person has moved it elsewhere meanwhile', async () => {
    const { asked } = await toCaptcha();
    const elsewhere = document.createElement('input');
    widget.after(elsewhere);
    elsewhere.focus();
    asked[0]!.solve('token');
    await backend.answer('requestCode', new AuthError('server'));
    await until(() => widget.state.error);
    await settled();
    expect(document.activeElement).to.equal(elsewhere);
  });
});
