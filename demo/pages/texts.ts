/** The languages of the demo page. */
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
  lede: 'Nothing here is staged: a server stands behind this page. Enter a number, read the code on the phone, and you are in.',
  widget: 'Widget',
  startIn: 'Start with',
  phoneLogin: 'By phone',
  phoneRegister: 'Register by phone',
  login: 'By password',
  register: 'New login',
  hintAny: 'Any +7 number works. The SMS comes to the phone on this page and goes nowhere else.',
  hintTest: 'Two test numbers have a fixed code and get no SMS:',
  phone: 'Phone',
  messages: 'Messages',
  online: 'In service',
  connecting: 'Searching…',
  offline: 'No service',
  emptyTitle: 'No messages yet',
  emptyText: 'Ask for a code in the widget, and it arrives here.',
  smsTo: 'To',
  copyCode: 'Copy',
  paste: 'Paste it into your page',
  use: 'And use it',
  useGreet: 'who signed in',
  useToken: 'a live token for your own calls',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Selected: press Ctrl+C',
  state: 'State',
  events: 'Events',
  clear: 'Clear',
  close: 'Close',
  eventsEmpty: 'Every event of the widget appears here.',
  why: 'What you need not think about',
  inputs: 'The two inputs on their own:',
  reasons: [
    [
      'One real field for the code',
      'Drawn as six cells. SMS autofill, paste of a whole code, Backspace and dictation work, because the browser sees a field and not six.',
    ],
    [
      'Numbers as people write them',
      '8 916…, +7 916…, tel: links, brackets and dashes all end as one number. A foreign one is refused instead of cut to fit.',
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

/** The texts of the page: strings by name, and the reasons as pairs of heading and text. */
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
  lede: 'Здесь всё по-настоящему: за страницей работает сервер. Введите номер, прочтите код на телефоне рядом — и вы вошли.',
  widget: 'Виджет',
  startIn: 'Начать с экрана',
  phoneLogin: 'По телефону',
  phoneRegister: 'Регистрация',
  login: 'По паролю',
  register: 'Новый логин',
  hintAny: 'Подойдёт любой номер на +7. SMS придёт на телефон на этой странице и больше никуда.',
  hintTest: 'У двух тестовых номеров код постоянный, SMS не приходит:',
  phone: 'Телефон',
  messages: 'Сообщения',
  online: 'В сети',
  connecting: 'Поиск сети…',
  offline: 'Нет сети',
  emptyTitle: 'Сообщений пока нет',
  emptyText: 'Запросите код в виджете — он придёт сюда.',
  smsTo: 'Кому:',
  copyCode: 'Скопировать',
  paste: 'Вставьте на свою страницу',
  use: 'И пользуйтесь',
  useGreet: 'сообщает, кто вошёл',
  useToken: 'действующий токен для ваших запросов',
  copy: 'Скопировать',
  copied: 'Скопировано',
  copyFailed: 'Выделено: нажмите Ctrl+C',
  state: 'Состояние',
  events: 'События',
  clear: 'Очистить',
  close: 'Закрыть',
  eventsEmpty: 'Здесь появится каждое событие виджета.',
  why: 'О чём можно не думать',
  inputs: 'Два поля сами по себе:',
  reasons: [
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
      'Своя на любой странице',
      'Строгий CSP и Trusted Types, менеджеры паролей, клавиатура и экранный диктор, светлая и тёмная темы, русский и английский.',
    ],
  ],
};

/** The texts of each language. */
export const TEXTS: Readonly<Record<Lang, Texts>> = { en, ru };

type TextName = { [K in keyof Texts]: Texts[K] extends string ? K : never }[keyof Texts];

/** Puts the texts of a language into every element that names one in `data-text`. */
export function applyTexts(texts: Texts, root: ParentNode = document): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = texts[element.dataset['text'] as TextName];
  }
}
