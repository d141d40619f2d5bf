import type { LitElement, ReactiveController } from 'lit';
import type { AuthFlow } from '../../../core/auth-flow.js';

type Screen = AuthFlow['screen'];

/** The screens in the order of a sign-in. `restoring` is missing: that screen has no form, so nothing slides to it or from it. */
const ORDER: readonly Screen[] = ['credentials', 'code', 'name', 'confirmed', 'signed-in'];

/**
 * Slides a new screen in: from the end of the line after a step ahead, from its start after a step back. The check mark of a
 * person who has just signed in grows. Nothing waits for the motion: the form takes input and focus at once. Only `translate`,
 * `scale` and `opacity` change, so browsers need no layout for a frame, and report no layout shift.
 */
export class StepMotion implements ReactiveController {
  readonly #host: LitElement;
  readonly #readScreen: () => Screen;
  /** The place in `ORDER` of the screen that was rendered last; -1 for `restoring` and before the first render. */
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
    // Elements in jsdom have no `animate`, and jsdom has no `matchMedia`.
    if (before < 0 || !step || !form || !('animate' in form)) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const offset = getComputedStyle(form).direction === 'rtl' ? -16 : 16; // `matches(':dir(rtl)')` throws before Chromium 120
    const timing = { duration: 180, easing: 'ease-out' };
    const markTiming = { ...timing, delay: 90, fill: 'backwards', pseudoElement: '::after' } as const;
    try {
      form.animate({ opacity: [0, 1], translate: [`${step * offset}px`, '0px'] }, timing);
      form.querySelector('.avatar')?.animate({ scale: [0, 1] }, markTiming);
    } catch {
      // `animate` throws if a page has added a member such as `delay` to `Object.prototype`: browsers read it as an option.
    }
  }
}
