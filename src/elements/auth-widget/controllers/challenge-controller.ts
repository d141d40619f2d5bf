import type { LitElement, ReactiveController } from 'lit';
import type { ChallengeRequest } from '../../../core/auth-error.js';
import { deadlineIn, type Deadline } from '../../../core/deadline.js';
import { isFocusAround } from '../../dom.js';
import { Countdown } from './countdown.js';

/** How long a proof of work may run before the widget says that it's checking something, in seconds. */
const SILENT_SECONDS = 1;

/**
 * Chooses the text about a challenge that is being solved, moves the focus into the captcha that the page shows in the slot
 * `challenge`, and moves it back to the button afterwards: docs/behaviour/flow.md#focus. It must be added before the
 * `FocusController`, which then moves the focus to the result.
 */
export class ChallengeController implements ReactiveController {
  readonly #host: LitElement;
  readonly #countdown: Countdown;
  #challenge: ChallengeRequest | null = null;
  /** When the text about the challenge is shown; null if it's shown at once. */
  #deadline: Deadline | null = null;
  #isShown = false;
  /** Waits until the captcha is there and has something to focus, because the provider's script may have to load first. */
  #observer: MutationObserver | undefined;
  /** Whether the focus has moved into the captcha; undefined while it may still move there. */
  #hasMoved: boolean | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    this.#countdown = new Countdown(host);
    host.addController(this);
  }

  /**
   * Returns the key of the text about the challenge that is being solved; undefined for none. A proof of work has `checking`,
   * after a second. A captcha has a text at once: `confirmBelow` if the slot has content, else `checking`. Must be called at
   * every render, as `Countdown` needs.
   */
  textKeyOf(challenge: ChallengeRequest | null): 'checking' | 'confirmBelow' | undefined {
    const isProofOfWork = challenge?.type === 'pow';
    if (challenge !== this.#challenge) {
      this.#challenge = challenge;
      this.#deadline = isProofOfWork ? deadlineIn(SILENT_SECONDS) : null;
    }
    if (this.#countdown.secondsTo(this.#deadline) || !challenge) return undefined;
    return !isProofOfWork && this.#content.length ? 'confirmBelow' : 'checking';
  }

  hostUpdated(): void {
    const slot = this.#host.renderRoot.querySelector<HTMLSlotElement>('slot[name=challenge]:not([hidden])');
    if (!!slot === this.#isShown) return;
    this.#isShown = !!slot;
    if (slot) this.#enter();
    else this.#leave();
  }

  /** Goes on to wait for the captcha after a move. */
  hostConnected(): void {
    if (this.#isShown) this.#observe();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    queueMicrotask(() => {
      // A widget that appears again takes no focus.
      if (!this.#host.isConnected) this.#hasMoved = false;
    });
  }

  #observe(): void {
    this.#observer!.observe(this.#host, { childList: true, subtree: true, attributes: true });
  }

  #enter(): void {
    this.#hasMoved = undefined;
    const focusContent = () => {
      for (const element of this.#content.flatMap(each => [each, ...each.querySelectorAll<HTMLElement>('*')]))
        // `focus()` does nothing if the element is disabled or hidden.
        if (this.#hasMoved === undefined && this.#isAtButton() && element.tabIndex >= 0) {
          element.focus();
          this.#hasMoved = !this.#isAtButton() || undefined;
        }
    };
    this.#observer = new MutationObserver(() => {
      // The text depends on whether there is content.
      this.#host.requestUpdate();
      focusContent();
    });
    this.#observe();
    focusContent();
  }

  #leave(): void {
    this.#observer!.disconnect();
    const focused = this.#focused;
    const isInContent = this.#content.some(element => element.contains(focused));
    // The element that had the focus may have been removed with the captcha.
    if (isInContent || (this.#hasMoved && this.#isAtButton())) this.#button?.focus();
  }

  get #content(): HTMLElement[] {
    return [...this.#host.querySelectorAll<HTMLElement>(':scope > [slot=challenge]')];
  }

  get #button(): HTMLElement | null {
    return this.#host.renderRoot.querySelector('[type=submit]');
  }

  get #focused(): Element | null {
    return (this.#host.getRootNode() as Document | ShadowRoot).activeElement ?? this.#host.ownerDocument.activeElement;
  }

  /**
   * Whether the focus is on the button, or is where Safari puts it after a click on the button: nowhere, or on an
   * ancestor.
   */
  #isAtButton(): boolean {
    const focused = this.#focused;
    if (focused === this.#host) return this.#host.shadowRoot!.activeElement === this.#button;
    return !focused || isFocusAround(this.#host, focused);
  }
}
