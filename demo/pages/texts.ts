import { ar } from './texts/ar.js';
import { en, type Texts } from './texts/en.js';
import { ru } from './texts/ru.js';

export type { Texts };

const TEXTS: Readonly<Record<string, Texts>> = { ar, en, ru };

/** The texts of the page in a language of the widget: English ones where the page has no others. */
export const textsFor = (lang: string): Texts => TEXTS[lang] ?? en;

/** The language of these texts. */
export const pageLang = (lang: string): string => (lang in TEXTS ? lang : 'en');

export type TextName = { [K in keyof Texts]: Texts[K] extends string ? K : never }[keyof Texts];

/** Sets the content of every element with `data-text` to the text of that name. */
export function applyTexts(texts: Texts, root: ParentNode = document): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = texts[element.dataset['text'] as TextName];
  }
}
