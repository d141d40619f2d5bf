/** A code was entered in full, or a shorter one was submitted. */
export class CodeCompleteEvent extends Event {
  readonly code: string;

  constructor(code: string) {
    super('code-complete', { bubbles: true, composed: true });
    this.code = code;
  }
}

/** The person wants to go back and change the phone number. */
export class CodeBackEvent extends Event {
  constructor() {
    super('code-back', { bubbles: true, composed: true });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'code-complete': CodeCompleteEvent;
    'code-back': CodeBackEvent;
  }
}
