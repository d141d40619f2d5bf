/** Texts of `<phone-input>` and `<code-input>`. */
export interface InputTexts {
  readonly phone: string;
  readonly phoneMissing: string;
  readonly phoneShort: string;
  readonly code: string;
  readonly codeMissing: string;
  readonly sentTo: string;
  readonly back: string;
}

export const inputEn: InputTexts = {
  phone: 'Phone number',
  phoneMissing: 'Enter your phone number',
  phoneShort: 'This number is too short',
  code: 'Confirmation code',
  codeMissing: 'Enter the code',
  sentTo: 'We sent a code to',
  back: 'Back',
};
