import type { LitElement, ReactiveController } from 'lit';
import { shallowEqual } from '../../../core/shallow-equal.js';

/** The maximum time between the two presses of a double tap, in milliseconds. Android and iOS use 300 to 350. */
const DOUBLE_TAP_TIME = 500;
/** The maximum distance between the two presses of a double tap, in CSS pixels. */
const DOUBLE_TAP_DISTANCE = 50;

/**
 * Keeps one action of a person from starting two steps: docs/behaviour/flow.md#repeated-presses. It stops the repeated
 * `keydown` events of a held Enter key, and the later presses of a double click if the first press has changed the
 * view.
 */
export class RepeatGuard implements ReactiveController {
  readonly #host: LitElement;
  readonly #readView: () => object;
  #lastPress: MouseEvent | undefined;
  #pointerType = '';
  /** Whether the last press was the second or a later one of a double click or double tap. */
  #isContinued = false;
  /** The view at the first press of the last click or double click. */
  #firstView: object = {};

  /**
   * @param readView returns the view as a flat object: if one of its members has changed, a press has another meaning
   */
  constructor(host: LitElement, readView: () => object) {
    this.#host = host;
    this.#readView = readView;
  }

  hostConnected(): void {
    // Capturing listeners are called before those of the elements in the host. After a move in the
    // document, the DOM ignores the listeners that were already added.
    for (const type of ['keydown', 'pointerdown', 'mousedown', 'click'])
      this.#host.addEventListener(type, this.#handleEvent, true);
  }

  readonly #handleEvent = (event: Event): void => {
    if (!this.#isRepeated(event)) return;
    // The default action of `mousedown` would take the focus from the field that has just received it.
    event.preventDefault();
    event.stopPropagation();
  };

  #isRepeated(event: Event): boolean {
    switch (event.type) {
      case 'keydown': {
        const { key, repeat, target } = event as KeyboardEvent;
        // Here, the target of an event in the host's shadow root is the host itself. Elements that the page has slotted
        // in are left alone.
        return repeat && key === 'Enter' && target === this.#host;
      }
      case 'pointerdown':
        this.#pointerType = (event as PointerEvent).pointerType;
        return false;
      case 'mousedown':
        this.#handlePress(event as MouseEvent);
        break;
      default:
        // A click from the keyboard, a password manager or a screen reader has the `detail` 0, and no `mousedown` before it.
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
    // `detail` counts consecutive clicks by the system's settings, whichever element is under the pointer.
    if (press.detail > 1) return true;
    // Some systems don't count taps.
    return (
      this.#pointerType !== 'mouse' &&
      press.timeStamp - last.timeStamp < DOUBLE_TAP_TIME &&
      Math.hypot(press.clientX - last.clientX, press.clientY - last.clientY) < DOUBLE_TAP_DISTANCE
    );
  }
}
