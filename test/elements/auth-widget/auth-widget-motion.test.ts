// auth-widget: what moves, and for how long. With less motion nothing does: test/elements/media-features.test.ts.
import { expect } from '@open-wc/testing';
import '../../../src/locales/ar.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { animationsIn, finishAnimations } from '../../support/animations.js';
import { type, until } from '../../support/browser.js';
import { composite, contrast } from '../../support/colors.js';
import { type FakeStore, session, stored } from '../../support/held-backend.js';
import {
  backend,
  codeField,
  find,
  focusedAt,
  make,
  mount,
  query,
  requestCode,
  settled,
  toCode,
  widget,
} from '../../support/widget.js';

/** Properties that change without a layout. */
const CHEAP = ['opacity', 'scale', 'translate'];
const OF_KEYFRAMES = ['composite', 'computedOffset', 'easing', 'offset'];

/** What moves now: the elements, and the offset that each begins with. */
const motions = () =>
  animationsIn(widget).map(({ effect }) => {
    const { target, pseudoElement } = effect as KeyframeEffect;
    const frames = (effect as KeyframeEffect).getKeyframes();
    const properties = frames.flatMap(Object.keys).filter(name => !OF_KEYFRAMES.includes(name));
    expect(properties.filter(name => !CHEAP.includes(name))).to.deep.equal([]);
    expect(effect!.getComputedTiming().endTime).to.be.within(100, 300);
    const name = target!.getAttribute('part') ?? target!.className;
    return `${name}${pseudoElement ?? ''} ${String(frames[0]!['translate'])}`;
  });

/** Waits for the two updates of a step, without ending the motion. */
async function stepped(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    await widget.updateComplete;
    await query<HTMLElementTagNameMap['code-input']>('code-input')?.updateComplete;
  }
}

/** Leads to the code screen, and leaves its motion. */
async function toMovingCode(): Promise<void> {
  const requested = widget.client.loginByPhone('9161234567');
  await backend.answer('requestCode', { resendIn: 60 });
  await requested;
  await stepped();
}

async function answerCode(answer: Parameters<typeof backend.answer>[1], code = '111111'): Promise<void> {
  const tried = widget.client.loginWithSmsCode(code).catch(() => {});
  await backend.answer('verifyCode', answer);
  await tried;
  await stepped();
}

// WebKitGTK is started with less motion for test/elements/media-features.test.ts alone.
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
(isStill ? describe.skip : describe)('auth-widget: motion', () => {
  afterEach(() => widget.client.dispose());

  for (const [lang, ahead, back] of [
    ['en', '16px', '-16px'],
    ['ar', '-16px', '16px'],
  ] as const)
    it(`a screen comes from the side of the step, ${lang}`, async () => {
      await mount({ lang });
      await toMovingCode();
      expect(motions()).to.deep.equal([`form ${ahead}`]);
      finishAnimations(widget);
      find<HTMLElement>('[part=back]').click();
      await stepped();
      expect(query('code-input')).to.equal(null);
      expect(motions()).to.deep.equal([`form ${back}`]);
    });

  it('a screen appears, and ends at its place', async () => {
    await mount();
    await toMovingCode();
    const [motion] = animationsIn(widget);
    const frames = (motion!.effect as KeyframeEffect).getKeyframes();
    expect(frames.map(({ opacity, translate }) => [opacity, translate])).to.deep.equal([
      ['0', '16px'],
      ['1', '0px'],
    ]);
  });

  it('nothing moves for a person who wants less motion', async () => {
    const { matchMedia } = window;
    window.matchMedia = query =>
      Object.defineProperty(matchMedia(query), 'matches', { value: query.includes('prefers-reduced-motion: reduce') });
    try {
      await mount();
      await toMovingCode();
      expect(motions()).to.deep.equal([]);
    } finally {
      window.matchMedia = matchMedia;
    }
  });

  it('the first screen and another mode do not move', async () => {
    await mount();
    expect(motions()).to.deep.equal([]);
    for (const mode of ['login', 'phone-register', 'register', 'phone-login'] as const) {
      widget.client.setMode(mode);
      await stepped();
      expect(motions(), mode).to.deep.equal([]);
    }
  });

  it('the cells are shaken once for each wrong code', async () => {
    await mount();
    await toCode();
    expect(motions()).to.deep.equal([]);
    for (const attemptsLeft of [2, 1]) {
      await answerCode(new AuthError('wrong-code', { attemptsLeft }), `00000${attemptsLeft}`);
      expect(motions()).to.deep.equal(Array<string>(6).fill('cell none'));
      finishAnimations(widget);
      await settled();
      expect(motions()).to.deep.equal([]);
      codeField().focus();
      await type('1');
      await settled();
    }
  });

  it('the tick of a sign-in grows, at its place', async () => {
    await mount();
    await toCode();
    await answerCode(session({ displayName: 'Anna' }));
    expect(motions().sort()).to.deep.equal(['avatar::after undefined', 'form 16px']);
    const tick = () => getComputedStyle(find('.avatar'), '::after');
    const { width, height } = tick();
    finishAnimations(widget);
    expect([tick().width, tick().height, tick().content]).to.deep.equal([width, height, '"✓"']);
    const { color, backgroundColor } = tick();
    expect(contrast(composite(color), composite(backgroundColor))).to.be.above(4.5);
  });

  it('the step to the name leads ahead', async () => {
    await mount();
    await toCode();
    await answerCode(session({ displayName: null }));
    expect(widget.client.flow.screen).to.equal('name');
    expect(motions()).to.deep.equal(['form 16px']);
  });

  it('a restored session is shown at once', async () => {
    make({ noAutoLogin: false });
    (widget.store as FakeStore).stored = stored();
    document.body.append(widget);
    await until(() => query('.person'));
    expect(motions()).to.deep.equal([]);
    widget.remove();
  });

  it('nothing waits for it: the field of the new screen has the focus, and takes what is typed', async () => {
    const { animate } = Element.prototype;
    // The motion of this test doesn't end by itself, however long the keys take.
    Element.prototype.animate = function (...options) {
      const animation = animate.apply(this, options);
      animation.pause();
      return animation;
    };
    try {
      await mount();
      await requestCode();
      await backend.answer('requestCode', { resendIn: 60 });
      await until(() => focusedAt() === 'code');
      await type('123');
      expect(motions()).to.deep.equal(['form 16px']);
      expect(codeField().value).to.equal('123');
    } finally {
      Element.prototype.animate = animate;
    }
    finishAnimations(widget);
    expect(motions()).to.deep.equal([]);
  });
});
