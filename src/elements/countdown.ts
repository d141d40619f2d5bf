import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { clampDeadline, secondsLeft, type Deadline } from '../core/deadline.js';

/** Renders its host every second for as long as a deadline is ahead. By the wall clock: timers sleep, people wait. */
export class Countdown implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  #given: Deadline | null = null;
  #deadline: Deadline | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  /** Whole seconds that are left of `deadline`; 0 without one. Call it in every rendering. */
  secondsTo(deadline: Deadline | null): number {
    if (deadline !== this.#given) this.#given = this.#deadline = deadline;
    // A clock that was set back in the meantime starts the wait anew, instead of making it endless.
    this.#deadline &&= clampDeadline(this.#deadline, Date.now());
    return this.#deadline ? secondsLeft(this.#deadline, Date.now()) : 0;
  }

  hostUpdated(): void {
    this.hostDisconnected();
    const left = (this.#deadline?.at ?? 0) - Date.now();
    // At the next full second of what is left, not of the clock.
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
