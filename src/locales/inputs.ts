/** Texts of `<phone-input>`: its name, and what is wrong when there is no number or a part of one. */
export const phoneTexts = {
  en: ['Phone number', 'Enter your phone number', 'The number is incomplete'],
  ru: ['Номер телефона', 'Введите номер телефона', 'Номер введён не полностью'],
} as const;

/** Texts of `<code-input>`: its name, what is wrong when there is no code, the description and the button. */
export const codeTexts = {
  en: ['Confirmation code', 'Enter the code', 'We sent a code to', 'Back'],
  ru: ['Код подтверждения', 'Введите код', 'Мы отправили код на номер', 'Назад'],
} as const;
