import type { ErrorMessages } from '../core/messages.js';
import type { CodeInputTexts, PhoneInputTexts } from './input-texts.js';
import type { WidgetTexts } from './widget-texts.js';

export const errors: ErrorMessages = {
  'invalid-request': 'Сервер не понял запрос.',
  'wrong-code': 'Неверный код.[ Осталось попыток: {n}.]',
  'wrong-credentials': 'Логин и пароль не подходят.',
  'session-expired': 'Сеанс закончился. Войдите снова.',
  'code-expired': 'Код больше не действует. Запросите новый.',
  'policy-login': 'Логин — от 4 до 32 символов: a–z, 0–9, «_», «.», «-».',
  'policy-password': 'Пароль — от 8 до 128 символов.',
  'policy-displayName': 'Имя — от 1 до 64 символов.',
  'too-soon': 'Код уже отправлен.[ Новый — через {time}.]',
  blocked: 'Слишком много неверных кодов.[ Повторите через {time}.]',
  'too-many-requests': 'Слишком много попыток.[ Повторите через {time}.]',
  server: 'Ошибка на сервере. Повторите позже.',
  'sms-failed': 'Не удалось отправить SMS. Повторите.',
  'invalid-phone': 'Введите российский номер: +7 и десять цифр.',
  'invalid-code': 'Введите код из SMS.',
  offline: 'Нет сети. Проверьте подключение и повторите.',
  timeout: 'Сервер не отвечает. Повторите.',
  network: 'Сервер недоступен. Повторите.',
  'invalid-response': 'Непонятный ответ сервера. Повторите позже.',
  'no-session': 'Номер подтверждён, но сервер не выполнил вход.',
  cancelled: 'Отменено.',
};

export const widgetTexts: WidgetTexts = {
  signInTitle: 'Вход',
  registerTitle: 'Регистрация',
  methods: 'Способ входа',
  phoneMethod: 'Телефон',
  passwordMethod: 'Пароль',
  phone: 'Номер телефона',
  displayName: 'Ваше имя',
  login: 'Логин',
  password: 'Пароль',
  repeat: 'Пароль ещё раз',
  code: 'Код из SMS',
  passwordHint: 'Не меньше 8 символов',
  showPassword: 'Показать пароль',
  emptyField: 'Заполните это поле.',
  passwordMismatch: 'Пароли не совпадают.',
  loginTaken: 'Этот логин занят, и пароль не подходит.',
  requestCode: 'Получить код',
  signIn: 'Войти',
  createAccount: 'Создать аккаунт',
  confirmCode: 'Подтвердить',
  saveName: 'Продолжить',
  haveAccount: 'У меня есть аккаунт',
  resend: 'Отправить новый код',
  startOver: 'Начать заново',
  signOut: 'Выйти',
  retryIn: 'Повторите через {time}.',
  resendIn: 'Новый код через {time}',
  nameTitle: 'Как вас зовут?',
  nameHint: 'Номер подтверждён. Это имя увидят другие.',
  confirmedTitle: 'Номер подтверждён',
  signedInAs: 'Вы вошли как {name}',
  accountCreated: 'Создан новый аккаунт: {name}. Если это опечатка, выйдите и войдите снова.',
  busy: 'Секунду…',
};

export const phoneInputTexts: PhoneInputTexts = {
  label: 'Номер телефона',
  valueMissing: 'Введите номер телефона',
  tooShort: 'Номер введён не полностью',
};

export const codeInputTexts: CodeInputTexts = {
  label: 'Код подтверждения',
  valueMissing: 'Введите код',
  codeSentTo: 'Мы отправили код на номер',
  back: 'Назад',
};
