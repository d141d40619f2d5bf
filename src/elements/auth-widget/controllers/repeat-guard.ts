import type { LitElement, ReactiveController } from 'lit';
import { shallowEqual } from '../../../core/shallow-equal.js';

/** Longest time between the two presses of a double tap, in milliseconds. Android and iOS take 300 to 350. */
const DOUBLE_TAP_TIME = 500;
/** How far apart they can be, in CSS pixels. */
const DOUBLE_TAP_DISTANCE = 50;

/**
 * Lets what a person does once start one step: docs/behaviour/flow.md#repeated-presses. Keeps from the elements of the
 * host a held Enter, and the further presses of a double click where the first one has changed the view.
 */
export class RepeatGuard implements ReactiveController {
  readonly #host: LitElement;
  readonly #readView: () => object;
  #lastPress: MouseEvent | undefined;
  #pointerType = '';
  /** The last press is a further one of a double click. */
  #isContinued = false;
  /** The view at the first press of the last click or double click. */
  #firstView: object = {};

  /** @param readView a flat object: what a press means changes with its members */
  constructor(host: LitElement, readView: () => object) {
    this.#host = host;
    this.#readView = readView;
  }

  hostConnected(): void {
    // Captured, to be called before the elements of the host. A listener that is there already is not added again.
    for (const type of ['keydown', 'pointerdown', 'mousedown', 'click'])
      this.#host.addEventListener(type, this.#handleEvent, true);
  }

  readonly #handleEvent = (event: Event): void => {
    if (!this.#isRepeated(event)) return;
    // Without its default a `mousedown` leaves the focus with the field that has just got it.
    event.preventDefault();
    event.stopPropagation();
  };

  #isRepeated(event: Event): boolean {
    switch (event.type) {
      case 'keydown': {
        const { key, repeat, target } = event as KeyboardEvent;
        // The target of what happens in the host's shadow root is the host here. What the page has slotted is left alone.
        return repeat && key === 'Enter' && target === this.#host;
      }
      case 'pointerdown':
        this.#pointerType = (event as PointerEvent).pointerType;
        return false;
      case 'mousedown':
        this.#handlePress(event as MouseEvent);
        break;
      default:
        // A click by the keyboard, a password manager or a screen reader has no `mousedown` before it.
        if (!(event as MouseEvent).detail) return false;
    }
    return this.#isContinued && !shallowEqual(this.#firstView, this.#readView());
  }

  #handlePress(press: MouseEvent): void {
    const last = this.#lastPress;
    this.#lastPress = press;
    this.#isContinued = last !== undefined && this.#isNext(press, last);
    if (!this.#isContinued) this.#firstView = this.#readView();
  }

  #isNext(press: MouseEvent, last: MouseEvent): boolean {
    // The count of clicks, by the settings of the system, whatever element is under the pointer.
    if (press.detail > 1) return true;
    // Not every system counts taps.
    return (
      this.#pointerType !== 'mouse' &&
      press.timeStamp - last.timeStamp < DOUBLE_TAP_TIME &&
      Math.hypot(press.clientX - last.clientX, press.clientY - last.clientY) < DOUBLE_TAP_DISTANCE
    );
  }
}
