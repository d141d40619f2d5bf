import type { ReactiveControllerHost } from 'lit';
import type { AuthFlow } from '../../../core/auth-flow.js';
import { MODE_TRAITS } from '../../../core/auth-state.js';
import { parsePhone } from '../../../core/phone.js';
import { Countdown } from './countdown.js';

/** What is new about the code since the person last typed: another one was sent, or another one can be requested now. */
export type CodeNotice = 'resent' | 'resend-ready';

/** What the screens show of the waits. */
export interface WaitView {
  /** Seconds until another code can be requested; 0 if one can be. */
  readonly resendIn: number;
  /** Seconds until the step that failed can be tried again, or until the number is no longer blocked; 0 if there is no wait. */
  readonly retryIn: number;
  /** Seconds until the number in the form is no longer blocked; 0 if it isn't. */
  readonly blockedIn: number;
  readonly codeNotice: CodeNotice | undefined;
}

/**
 * The three waits of the widget: until another code can be requested, until the step that failed can be tried again, and
 * until the number in the form is no longer blocked.
 */
export class WaitController {
  readonly #resend: Countdown;
  readonly #retry: Countdown;
  readonly #block: Countdown;
  #notice: CodeNotice | undefined;
  /** The last rendering was the code screen with seconds left until another code can be requested. */
  #isResendAwaited = false;

  constructor(host: ReactiveControllerHost & Element) {
    this.#resend = new Countdown(host);
    this.#retry = new Countdown(host);
    this.#block = new Countdown(host);
  }

  /** Whole seconds until another code can be requested; 0 if one can be. */
  secondsToResend({ resend }: AuthFlow): number {
    return this.#resend.secondsTo(resend);
  }

  /** Whether the step that failed can be tried again after a wait: the message that told the person to wait is out of date. */
  isRetryOver({ failure, retry }: AuthFlow): boolean {
    return !!failure && !!retry && !this.#retry.secondsTo(retry);
  }

  /**
   * Whole seconds until the number in the form is no longer blocked; 0 if it isn't, or if no such form is shown.
   * @param phoneText what the form's phone field shows
   */
  blockedIn({ screen, mode, phone, blocked }: AuthFlow, phoneText: string): number {
    const isShown = screen === 'credentials' && MODE_TRAITS[mode].method === 'phone' && parsePhone(phoneText) === phone;
    return this.#block.secondsTo(isShown ? blocked : null);
  }

  /** To be called in every rendering. */
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

  /** Another code is being requested. */
  announceSent(): void {
    this.#notice = 'resent';
  }

  /** The person typed or submitted something: the notice is out of date. */
  clearNotice(): void {
    this.#notice = undefined;
  }

  /** Another screen is about to be rendered. The end of the previous screen's wait is not announced there. */
  leaveScreen(): void {
    this.clearNotice();
    this.#isResendAwaited = false;
  }

  /** Notices that the wait for another code has ended, if its countdown was shown. To be called before every rendering. */
  follow(flow: AuthFlow): void {
    const isAwaited = flow.screen === 'code' && this.secondsToResend(flow) > 0;
    if (this.#isResendAwaited && flow.resend && !isAwaited) this.#notice = 'resend-ready';
    this.#isResendAwaited = isAwaited;
  }
}
