/** Texts of `<phone-input>`: its accessible name, and its messages for no number and for a part of one. */
export interface PhoneInputTexts {
  readonly label: string;
  readonly valueMissing: string;
  readonly tooShort: string;
}

/** Texts of `<code-input>`. `codeSentTo` is followed by the number, `back` stands on the button. */
export interface CodeInputTexts {
  readonly label: string;
  readonly valueMissing: string;
  readonly codeSentTo: string;
  readonly back: string;
}
