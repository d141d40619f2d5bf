import type { ReactiveControllerHost } from 'lit';
import type { AuthFlow } from '../../../core/auth-flow.js';
import { MODE_TRAITS } from '../../../core/auth-state.js';
import { cleanPhone } from '../../../core/phone.js';
import { Countdown } from './countdown.js';

/** The news about the code since the person last typed: another one was sent, or another one can be requested now. */
export type CodeNotice = 'resent' | 'resend-ready';

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
  readonly codeNotice: CodeNotice | undefined;
}

/**
 * The three waits of the widget: until another code can be requested, until the failed step can be attempted again, and
 * until the number in the form is no longer blocked.
 */
export class WaitController {
  readonly #resend: Countdown;
  readonly #retry: Countdown;
  readonly #block: Countdown;
  #notice: CodeNotice | undefined;
  /** Whether the last render showed the code screen with seconds left until another code could be requested. */
  #isResendAwaited = false;

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

  /**
   * Returns the whole seconds until the number in the form is no longer blocked; 0 if it isn't, or if no such form is
   * shown.
   * @param phoneText the text in the form's phone field
   */
  blockedIn({ screen, mode, phone, blocked }: AuthFlow, phoneText: string): number {
    const isShown = screen === 'credentials' && MODE_TRAITS[mode].method === 'phone' && cleanPhone(phoneText) === phone;
    return this.#block.secondsTo(isShown ? blocked : null);
  }

  /** Returns the waits to show. Must be called at every render. */
  read(flow: AuthFlow, phoneText: string): WaitView {
    const blockedIn = this.blockedIn(flow, phoneText);
    // The server may refuse to send another code, or confirm the earlier one.
    const isNoticeFalse = this.#notice === 'resent' && (flow.failure || flow.isEarlierCode);
    return {
      resendIn: this.secondsToResend(flow),
      retryIn: this.#retry.secondsTo(flow.retry) || blockedIn,
      blockedIn,
      codeNotice: isNoticeFalse ? undefined : this.#notice,
    };
  }

  get hasNotice(): boolean {
    return this.#notice !== undefined;
  }

  /** Sets the notice that another code was sent, while it is being requested. */
  announceSent(): void {
    this.#notice = 'resent';
  }

  /** Clears the notice, which is out of date once the person has typed or submitted something. */
  clearNotice(): void {
    this.#notice = undefined;
  }

  /**
   * Prepares for another screen, which is about to be rendered and doesn't announce the end of the previous screen's
   * wait.
   */
  leaveScreen(): void {
    this.clearNotice();
    this.#isResendAwaited = false;
  }

  /**
   * Detects that the wait for another code has ended, if its countdown was shown. Must be called before every render.
   */
  follow(flow: AuthFlow): void {
    const isAwaited = flow.screen === 'code' && this.secondsToResend(flow) > 0;
    if (this.#isResendAwaited && flow.resend && !isAwaited) this.#notice = 'resend-ready';
    this.#isResendAwaited = isAwaited;
  }
}
