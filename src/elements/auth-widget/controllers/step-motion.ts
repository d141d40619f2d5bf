import type { LitElement, ReactiveController } from 'lit';
import type { AuthFlow } from '../../../core/auth-flow.js';

type Screen = AuthFlow['screen'];

/** The screens in the order of a sign-in. The screen that is shown while a session is restored isn't in the list. */
const ORDER: readonly Screen[] = ['credentials', 'code', 'name', 'confirmed', 'signed-in'];

/**
 * Slides a new screen in, from the side that the step leads to, and lets the tick of a sign-in grow. Nothing
 * waits for the motion: the form takes input and focus at once. Only offset, size and opacity change, so browsers need no
 * layout for a frame, and report no layout shift.
 */
export class StepMotion implements ReactiveController {
  readonly #host: LitElement;
  readonly #readScreen: () => Screen;
  /** The place in the order of the screen that was rendered last; -1 if there is none. */
  #place = -1;

  constructor(host: LitElement, readScreen: () => Screen) {
    this.#host = host;
    this.#readScreen = readScreen;
    host.addController(this);
  }

  hostUpdated(): void {
    const before = this.#place;
    this.#place = ORDER.indexOf(this.#readScreen());
    const step = Math.sign(this.#place - before);
    const form = this.#host.renderRoot.querySelector('[part=form]');
    // jsdom animates nothing and has no `matchMedia`.
    if (before < 0 || !step || !form || !('animate' in form)) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const offset = getComputedStyle(form).direction === 'rtl' ? -16 : 16; // `matches(':dir(rtl)')` throws before Chromium 120
    const timing = { duration: 180, easing: 'ease-out' };
    const tick = { ...timing, delay: 90, fill: 'backwards', pseudoElement: '::after' } as const;
    try {
      form.animate({ opacity: [0, 1], translate: [`${step * offset}px`, '0px'] }, timing);
      form.querySelector('.avatar')?.animate({ scale: [0, 1] }, tick);
    } catch {
      // A page has added a member such as `delay` to `Object.prototype`, which browsers read as an option.
    }
  }
}
