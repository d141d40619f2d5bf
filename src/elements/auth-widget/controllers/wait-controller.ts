import type { ReactiveControllerHost } from 'lit';
import type { AuthFlow, AuthScreen } from '../../../core/auth-flow.js';
import { MODE_TRAITS } from '../../../core/modes.js';
import { cleanPhone } from '../../../core/phone.js';
import { Countdown } from './countdown.js';

/**
 * The news since the person last typed, by the key of its text: another code was sent, a wait or a block has ended so that a code
 * can be requested now, or the person was signed out.
 */
export type Notice = 'resent' | 'resendReady' | 'signedOut';

/** The times of the waits that the screens show. */
export interface WaitView {
  /** Seconds until another code can be requested; 0 if one can be. */
  readonly resendIn: number;
  /**
   * Seconds until the failed step can be attempted again, or until the number is no longer blocked; 0 if there is no
   * wait.
   */
  readonly retryIn: number;
  /** Seconds until the number in the form is no longer blocked; 0 if it isn't. */
  readonly blockedIn: number;
  readonly notice: Notice | undefined;
}

/**
 * The three waits of the widget, and its notice. The waits are until another code can be requested, until the failed step can be
 * attempted again, and until the number in the form is no longer blocked.
 */
export class WaitController {
  readonly #resend: Countdown;
  readonly #retry: Countdown;
  readonly #block: Countdown;
  /** The notice to show. It's cleared when the person types or submits something, and when the screen changes. */
  notice: Notice | undefined;
  /** Whether the last render showed a wait: for another code on the screen `code`, for the end of a block on any other. */
  #wasWaitShown = false;
  #lastScreen: AuthScreen | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#resend = new Countdown(host);
    this.#retry = new Countdown(host);
    this.#block = new Countdown(host);
  }

  /** Returns the whole seconds until another code can be requested; 0 if one can be. */
  secondsToResend({ resend }: AuthFlow): number {
    return this.#resend.secondsTo(resend);
  }

  /** Whether the wait after a failed step is over, so that the message that told the person to wait is out of date. */
  isRetryOver({ failure, retry }: AuthFlow): boolean {
    return !!failure && !!retry && !this.#retry.secondsTo(retry);
  }

  /** Returns the whole seconds until the number in the shown form is no longer blocked; 0 if it isn't, or if no phone form is shown. */
  #blockedIn({ screen, mode, phone, blocked }: AuthFlow, phoneText: string): number {
    const isShown = screen === 'credentials' && MODE_TRAITS[mode].method === 'phone' && cleanPhone(phoneText) === phone;
    return this.#block.secondsTo(isShown ? blocked : null);
  }

  /**
   * Returns the whole seconds until the form can be submitted: after a failed step, or until its number is no longer blocked.
   * @param phoneText the text in the form's phone field
   */
  secondsToRetry(flow: AuthFlow, phoneText: string): number {
    const { failure, blocked, mode, retry } = flow;
    const blockedIn = this.#blockedIn(flow, phoneText);
    // A password manager may have written another number than the blocked one, without an event that clears the error.
    const isBlock = blocked && failure?.code === 'blocked' && MODE_TRAITS[mode].method === 'phone';
    return isBlock ? blockedIn : Math.max(blockedIn, this.#retry.secondsTo(retry));
  }

  /** Returns the waits to show. Must be called at every render. */
  read(flow: AuthFlow, phoneText: string): WaitView {
    return {
      resendIn: this.secondsToResend(flow),
      retryIn: this.secondsToRetry(flow, phoneText),
      blockedIn: this.#blockedIn(flow, phoneText),
      notice: this.notice,
    };
  }

  /**
   * Prepares for another screen or mode, which is about to be rendered and doesn't announce the end of the previous screen's
   * wait.
   */
  leaveScreen(): void {
    this.notice = undefined;
    this.#wasWaitShown = false;
  }

  /**
   * Sets `notice` when a shown wait for another code or a shown block has ended, and when the person was signed out. An expired
   * session has an error message instead. Must be called before every render.
   * @param phoneText the text in the form's phone field
   */
  follow(flow: AuthFlow, phoneText: string): void {
    const { screen, failure } = flow;
    const [countdown, seconds] =
      screen === 'code' ? [this.#resend, this.secondsToResend(flow)] : [this.#block, this.#blockedIn(flow, phoneText)];
    if (this.#wasWaitShown && countdown.isOver) this.notice = 'resendReady';
    this.#wasWaitShown = seconds > 0;
    if (screen === 'credentials' && this.#lastScreen === 'signed-in' && !failure) this.notice = 'signedOut';
    this.#lastScreen = screen;
  }
}
