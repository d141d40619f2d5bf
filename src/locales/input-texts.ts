/** The words of `<phone-input>`. */
export interface PhoneInputTexts {
  /** Label of the field for the number; name of `<phone-input>` for screen readers where the page gives none. */
  readonly phone: string;
  /** No number was entered. */
  readonly phoneMissing: string;
  /** A part of a number was entered. */
  readonly phoneTooShort: string;
}

/** The words of `<code-input>`. */
export interface CodeInputTexts {
  /** Name of the field for the code, for screen readers, where the page gives none. */
  readonly confirmationCode: string;
  /** No code was entered. */
  readonly codeMissing: string;
  /** Above the field; the number follows. */
  readonly codeSentTo: string;
  /** The button to go back. */
  readonly back: string;
}
