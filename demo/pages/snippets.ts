import type { Settings } from './settings.js';
import type { Texts } from './texts.js';

/** A piece of code and its kind, from which the style sheet chooses its colour. */
type CodePart = readonly [kind: 'plain' | 'keyword' | 'attribute' | 'string' | 'comment', text: string];

function render(target: HTMLElement, parts: readonly CodePart[]): void {
  target.replaceChildren(
    ...parts.map(([kind, text]) => {
      if (kind === 'plain') return text;
      const span = document.createElement('span');
      span.className = `code-${kind}`;
      span.textContent = text;
      return span;
    }),
  );
}

function elementParts(name: string, attributes: Readonly<Record<string, string>>): CodePart[] {
  return [
    ['keyword', `<${name}`],
    ...Object.entries(attributes).flatMap(([key, value]): CodePart[] => [
      ['plain', ' '],
      ['attribute', key],
      ['plain', '='],
      ['string', `"${value}"`],
    ]),
    ['keyword', '>'],
    ['keyword', `</${name}>`],
  ];
}

/** Shows the HTML that embeds the widget with the settings of this page. The API and the one-file build are at `baseUrl`. */
export function renderMarkup(target: HTMLElement, { lang, theme, mode, countries }: Settings, baseUrl: string): void {
  render(target, [
    ...elementParts('script', { type: 'module', src: `${baseUrl}/auth-widget.min.js` }),
    ...(countries
      ? [['plain', '\n'] as const, ...elementParts('script', { type: 'module', src: `${baseUrl}/countries/all.js` })]
      : []),
    ['plain', '\n'],
    ...elementParts('auth-widget', {
      'base-url': baseUrl,
      lang,
      ...(theme === 'auto' ? {} : { theme }),
      ...(mode === 'phone-login' ? {} : { mode }),
      ...(countries && { countries }),
    }),
  ]);
}

/** Shows the JavaScript that reacts to a sign-in and gets a token. */
export function renderUsage(target: HTMLElement, texts: Texts): void {
  render(target, [
    ['keyword', 'const'],
    ['plain', ' widget = document.querySelector('],
    ['string', `'auth-widget'`],
    ['plain', ');\nwidget.addEventListener('],
    ['string', `'auth-signed-in'`],
    ['plain', ', event => greet(event.displayName)); '],
    ['comment', `// ${texts.usageSignedIn}`],
    ['plain', '\n'],
    ['keyword', 'const'],
    ['plain', ' token = '],
    ['keyword', 'await'],
    ['plain', ' widget.client.getToken(); '],
    ['comment', `// ${texts.usageToken}`],
  ]);
}
