import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { clampDeadline, secondsLeft, type Deadline } from '../../../core/deadline.js';

/**
 * Updates its host every second until a deadline has passed. The time left is read from the wall clock because timers
 * don't run while a page is frozen.
 */
export class Countdown implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  /** The argument of the last `secondsTo`. */
  #given: Deadline | null = null;
  /** The same deadline, moved closer if the clock was set back. */
  #deadline: Deadline | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  /** Returns the seconds until `deadline`, rounded up; 0 if it has passed or is null. Must be called at every render. */
  secondsTo(deadline: Deadline | null): number {
    if (deadline !== this.#given) this.#given = this.#deadline = deadline;
    // If the clock is set back, the wait must not become longer than the deadline's own duration.
    this.#deadline &&= clampDeadline(this.#deadline, Date.now());
    return this.#deadline ? secondsLeft(this.#deadline, Date.now()) : 0;
  }

  /** Whether the deadline of the last `secondsTo` has passed. False if that was null. */
  get isOver(): boolean {
    return !!this.#deadline && !secondsLeft(this.#deadline, Date.now());
  }

  hostUpdated(): void {
    this.hostDisconnected();
    const left = (this.#deadline?.at ?? 0) - Date.now();
    // The timer fires when the number of whole seconds left changes, which doesn't coincide with the clock's full
    // seconds.
    if (left > 0 && this.#host.isConnected)
      this.#timer = setTimeout(() => this.#host.requestUpdate(), left % 1000 || 1000);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }
}
