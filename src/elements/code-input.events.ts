/** A code was entered in full, or a shorter one was submitted. */
export class CodeCompleteEvent extends Event {
  static readonly eventName = 'code-complete';
  readonly code: string;

  constructor(code: string) {
    super(CodeCompleteEvent.eventName, { bubbles: true, composed: true });
    this.code = code;
  }
}

/** The person wants to go back, to change the phone number. */
export class CodeBackEvent extends Event {
  static readonly eventName = 'code-back';

  constructor() {
    super(CodeBackEvent.eventName, { bubbles: true, composed: true });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'code-complete': CodeCompleteEvent;
    'code-back': CodeBackEvent;
  }
}
