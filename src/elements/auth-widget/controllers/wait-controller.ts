import type { ReactiveControllerHost } from 'lit';
import type { AuthFlow } from '../../../core/auth-flow.js';
import type { Deadline } from '../../../core/deadline.js';
import { Countdown } from './countdown.js';
import type { CodeNotice } from '../view-model.js';

/** The wait until a new code can be requested, and what the code screen says when it has ended or one was requested. */
export class WaitController {
  readonly #countdown: Countdown;
  #notice: CodeNotice | undefined;
  /** The code screen was rendered with seconds to go until a new code. */
  #isAwaited = false;

  constructor(host: ReactiveControllerHost & Element) {
    this.#countdown = new Countdown(host);
  }

  /** What is new about the code, while nothing was typed or sent since. Of a code that was not sent it says nothing. */
  noticeIn({ failure, isEarlierCode }: AuthFlow): CodeNotice | undefined {
    return this.#notice === 'resent' && (failure || isEarlierCode) ? undefined : this.#notice;
  }

  /** Whole seconds until a new code can be requested; 0 when it can. To be called in every rendering. */
  secondsTo(resend: Deadline | null): number {
    return this.#countdown.secondsTo(resend);
  }

  /** Another code is requested. */
  announceSent(): void {
    this.#notice = 'resent';
  }

  /** Something was typed or sent, or another screen is about to be rendered: the notice is out of date. */
  clearNotice(): void {
    this.#notice = undefined;
  }

  /** Another screen is about to be rendered: the end of this wait is no news there. */
  stopWaiting(): void {
    this.clearNotice();
    this.#isAwaited = false;
  }

  /** Notices the end of the wait, where its countdown was shown. To be called before every rendering. */
  follow({ screen, resend }: AuthFlow): void {
    const isAwaited = screen === 'code' && this.secondsTo(resend) > 0;
    if (this.#isAwaited && resend && !isAwaited) this.#notice = 'resend-ready';
    this.#isAwaited = isAwaited;
  }
}
