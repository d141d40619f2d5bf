import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { clampDeadline, secondsLeft, type Deadline } from '../../../core/deadline.js';

/**
 * Renders its host every second until a deadline has passed. The time left is read from the wall clock, because timers
 * do not run while a page is frozen.
 */
export class Countdown implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  /** The deadline as the host has given it, and as it counts: clamped when the clock is set back. */
  #given: Deadline | null = null;
  #deadline: Deadline | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  /** Whole seconds until `deadline`; 0 when it has passed, or without one. To be called in every rendering. */
  secondsTo(deadline: Deadline | null): number {
    if (deadline !== this.#given) this.#given = this.#deadline = deadline;
    // A clock that was set back must not make the wait longer than the deadline's own duration.
    this.#deadline &&= clampDeadline(this.#deadline, Date.now());
    return this.#deadline ? secondsLeft(this.#deadline, Date.now()) : 0;
  }

  hostUpdated(): void {
    this.hostDisconnected();
    const left = (this.#deadline?.at ?? 0) - Date.now();
    // When the number of whole seconds that are left changes, not at a full second of the clock.
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
