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

interface Translations<Texts> {
  readonly en: Texts;
  readonly ru: Texts;
}

export const phoneTexts: Translations<PhoneTexts> = {
  en: {
    label: 'Phone number',
    valueMissing: 'Enter your phone number',
    tooShort: 'The number is incomplete',
  },
  ru: {
    label: 'Номер телефона',
    valueMissing: 'Введите номер телефона',
    tooShort: 'Номер введён не полностью',
  },
};

export const codeTexts: Translations<CodeTexts> = {
  en: {
    label: 'Confirmation code',
    valueMissing: 'Enter the code',
    codeSentTo: 'We sent a code to',
    back: 'Back',
  },
  ru: {
    label: 'Код подтверждения',
    valueMissing: 'Введите код',
    codeSentTo: 'Мы отправили код на номер',
    back: 'Назад',
  },
};
