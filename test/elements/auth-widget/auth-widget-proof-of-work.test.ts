// auth-widget while it solves a proof of work: what it says and sends (docs/client.md#challenges). The proofs are real, and solved in
// the browser: src/client/calls/proof-of-work.ts.
import { expect } from '@open-wc/testing';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { AuthError, type ChallengeRequest } from '../../../src/core/auth-error.js';
import { click, doubleClick, press, until } from '../../support/browser.js';
import { CHECKING, challenged, isShown, listen, makeCaptcha, visibleHint } from '../../support/challenges.js';
import {
  backend,
  button,
  find,
  mount,
  query,
  settled,
  submitButton,
  textOf,
  typePhone,
  widget,
} from '../../support/widget.js';

const SECRET = 'secret of the test';

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
