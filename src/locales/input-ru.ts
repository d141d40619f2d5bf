import type { InputTexts } from './input-en.js';

export const inputRu: InputTexts = {
  phone: 'Номер телефона',
  phoneMissing: 'Введите номер телефона',
  phoneShort: 'Номер введён не полностью',
  code: 'Код подтверждения',
  codeMissing: 'Введите код',
  sentTo: 'Мы отправили код на номер',
  back: 'Назад',
};
