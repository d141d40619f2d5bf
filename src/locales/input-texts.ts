/** Texts of `<phone-input>`: its accessible name, and its messages for no number and for a part of one. */
export interface PhoneTexts {
  readonly label: string;
  readonly valueMissing: string;
  readonly tooShort: string;
}

/** Texts of `<code-input>`. `codeSentTo` is followed by the number, `back` stands on the button. */
export interface CodeTexts {
  readonly label: string;
  readonly valueMissing: string;
  readonly codeSentTo: string;
  readonly back: string;
}

/** The texts of both inputs in one language. */
export interface InputTexts {
  readonly phone: PhoneTexts;
  readonly code: CodeTexts;
}
