import type { Settings } from './settings.js';
import type { Texts } from './texts.js';

type Piece = readonly [kind: 'plain' | 'tag' | 'name' | 'string' | 'comment', text: string];

function render(target: HTMLElement, pieces: readonly Piece[]): void {
  target.replaceChildren(
    ...pieces.map(([kind, text]) => {
      if (kind === 'plain') return text;
      const piece = document.createElement('span');
      piece.className = `code-${kind}`;
      piece.textContent = text;
      return piece;
    }),
  );
}

function tag(name: string, attributes: Readonly<Record<string, string>>): Piece[] {
  return [
    ['tag', `<${name}`],
    ...Object.entries(attributes).flatMap(([key, value]): Piece[] => [
      ['plain', ' '],
      ['name', key],
      ['plain', '='],
      ['string', `"${value}"`],
    ]),
    ['tag', '>'],
    ['tag', `</${name}>`],
  ];
}

/** Shows the markup that puts the widget, as it is set on this page, into another page. */
export function renderTag(target: HTMLElement, { lang, theme, mode }: Settings, baseUrl: string): void {
  render(target, [
    ...tag('script', { type: 'module', src: 'auth-widget.min.js' }),
    ['plain', '\n'],
    ...tag('auth-widget', {
      'base-url': baseUrl,
      lang,
      ...(theme === 'auto' ? {} : { theme }),
      ...(mode === 'phone-login' ? {} : { mode }),
    }),
  ]);
}

/** Shows how a page hears of a sign-in and gets a token. */
export function renderUse(target: HTMLElement, texts: Texts): void {
  render(target, [
    ['tag', 'const'],
    ['plain', ' widget = document.querySelector('],
    ['string', `'auth-widget'`],
    ['plain', ');\nwidget.addEventListener('],
    ['string', `'auth-signed-in'`],
    ['plain', ', event => greet(event.displayName)); '],
    ['comment', `// ${texts.useGreet}`],
    ['plain', '\n'],
    ['tag', 'const'],
    ['plain', ' token = '],
    ['tag', 'await'],
    ['plain', ' widget.client.getToken(); '],
    ['comment', `// ${texts.useToken}`],
  ]);
}
