/** The languages of the demo pages. */
export type Lang = 'en' | 'ru';

const en = {
  pageTitle: 'auth-widget: sign-in by phone, in one tag',
  skip: 'Skip to the widget',
  language: 'Language',
  theme: 'Theme',
  themeAuto: 'Auto',
  themeLight: 'Light',
  themeDark: 'Dark',
  title: 'Sign-in by phone, in one tag',
  intro:
    'It’s all real: a live server runs behind this page. Enter a number, read the code on the phone, and you are in.',
  widget: 'Widget',
  startMode: 'Start with',
  phoneLogin: 'By phone',
  phoneRegister: 'Register by phone',
  login: 'By password',
  register: 'Create account with password',
  numbers: 'Numbers',
  numbersRussian: '+7',
  numbersAll: 'Every country',
  hintAnyNumber: 'Any mobile number works. The SMS comes to the phone on this page and goes nowhere else.',
  hintTestNumbers: 'Two test numbers have a fixed code and get no SMS:',
  phoneMockup: 'Phone',
  messages: 'Messages',
  online: 'In service',
  connecting: 'Searching…',
  offline: 'No service',
  noMessages: 'No messages yet',
  noMessagesHint: 'Request a code in the widget, and it arrives here.',
  smsTo: 'To',
  copyCode: 'Copy',
  markup: 'Paste it into your page',
  usage: 'And use it',
  usageSignedIn: 'who signed in',
  usageToken: 'a live token for your own calls',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Selected: press Ctrl+C',
  state: 'State',
  events: 'Events',
  clear: 'Clear',
  close: 'Close',
  noEvents: 'Every event of the widget appears here.',
  benefits: 'Already taken care of',
  inputPages: 'The two inputs on their own:',
  benefitList: [
    [
      'One real field for the code',
      'Shown as six cells. SMS autofill, pasting a whole code, Backspace and dictation work, because the browser sees one field, not six.',
    ],
    [
      'Numbers as people write them',
      '8 916…, +7 916…, tel: links, brackets and dashes all become the same number. A foreign one is refused instead of being cut to fit.',
    ],
    [
      'A session that looks after itself',
      'Renewed before it ends, the same in every tab, gone at sign-out. Your code asks for a token when it needs one.',
    ],
    [
      'At home in your page',
      'Strict CSP and Trusted Types, password managers, keyboard and screen reader, light and dark, Russian and English.',
    ],
  ],
} as const;

/** The texts of the playground; `benefitList` has pairs of a heading and a text. */
export type Texts = {
  readonly [K in keyof typeof en]: (typeof en)[K] extends string ? string : readonly (readonly [string, string])[];
};

const ru: Texts = {
  pageTitle: 'auth-widget: вход по телефону одним тегом',
  skip: 'К виджету',
  language: 'Язык',
  theme: 'Оформление',
  themeAuto: 'Авто',
  themeLight: 'Светлое',
  themeDark: 'Тёмное',
  title: 'Вход по телефону одним тегом',
  intro:
    'Здесь всё по-настоящему: за страницей работает сервер. Введите номер, прочтите код на телефоне рядом — и вы вошли.',
  widget: 'Виджет',
  startMode: 'Начать с экрана',
  phoneLogin: 'По телефону',
  phoneRegister: 'Регистрация',
  login: 'По паролю',
  register: 'Новый логин',
  numbers: 'Номера',
  numbersRussian: '+7',
  numbersAll: 'Все страны',
  hintAnyNumber: 'Подойдёт любой мобильный номер. SMS придёт на телефон на этой странице и больше никуда.',
  hintTestNumbers: 'У двух тестовых номеров код постоянный, SMS не приходит:',
  phoneMockup: 'Телефон',
  messages: 'Сообщения',
  online: 'В сети',
  connecting: 'Поиск сети…',
  offline: 'Нет сети',
  noMessages: 'Сообщений пока нет',
  noMessagesHint: 'Запросите код в виджете — он придёт сюда.',
  smsTo: 'Кому:',
  copyCode: 'Скопировать',
  markup: 'Вставьте на свою страницу',
  usage: 'И пользуйтесь',
  usageSignedIn: 'сообщает, кто вошёл',
  usageToken: 'действующий токен для ваших запросов',
  copy: 'Скопировать',
  copied: 'Скопировано',
  copyFailed: 'Выделено: нажмите Ctrl+C',
  state: 'Состояние',
  events: 'События',
  clear: 'Очистить',
  close: 'Закрыть',
  noEvents: 'Здесь появится каждое событие виджета.',
  benefits: 'О чём можно не думать',
  inputPages: 'Два поля сами по себе:',
  benefitList: [
    [
      'Одно настоящее поле для кода',
      'Нарисовано шестью ячейками. Автоподстановка из SMS, вставка кода целиком, Backspace и диктовка работают: браузер видит одно поле, а не шесть.',
    ],
    [
      'Номера — как их пишут люди',
      '8 916…, +7 916…, ссылки tel:, скобки и дефисы дают один и тот же номер. Иностранный не обрезается до подходящего, а отклоняется.',
    ],
    [
      'Сессия заботится о себе сама',
      'Продлевается заранее, одинакова во всех вкладках, исчезает при выходе. Ваш код просит токен, когда он нужен.',
    ],
    [
      'На месте на любой странице',
      'Строгий CSP и Trusted Types, менеджеры паролей, клавиатура и экранный диктор, светлая и тёмная темы, русский и английский.',
    ],
  ],
};

/** The texts in each language. */
export const TEXTS: Readonly<Record<Lang, Texts>> = { en, ru };

type TextName = { [K in keyof Texts]: Texts[K] extends string ? K : never }[keyof Texts];

/** Sets the content of every element with `data-text` to the text of that name. */
export function applyTexts(texts: Texts, root: ParentNode = document): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = texts[element.dataset['text'] as TextName];
  }
}
