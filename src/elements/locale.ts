import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Lang } from '../locales/languages.js';
import { selfAndAncestors } from './ancestors.js';

/**
 * The language of an element: of the nearest `lang` attribute on it or around it, shadow roots crossed, the language
 * without its region (`ru-RU` is `ru`). English where there is no attribute or no text in that language.
 * @param texts what the element has in each language: for each element a list of its own, so that a bundle with one
 * element has the texts of that element alone
 */
export function langOf(host: Element, texts: Readonly<Record<Lang, unknown>>): Lang {
  const node = selfAndAncestors(host).find(node => (node as Partial<Element>).hasAttribute?.('lang'));
  const [language = ''] =
    /^[a-z]+/.exec((node as Element | undefined)?.getAttribute('lang')?.toLowerCase() ?? '') ?? [];
  return Object.hasOwn(texts, language) ? (language as Lang) : 'en';
}

/** The texts of an element in its language. */
export const textsFor = <Texts>(host: Element, texts: Readonly<Record<Lang, Texts>>): Texts =>
  texts[langOf(host, texts)];

/** Calls `onChange` when a `lang` attribute on the element or around it changes. Returns what stops it. */
export function watchLang(host: Element, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (const node of selfAndAncestors(host)) observer.observe(node, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}

/** Renders its host again when the language around it changes. */
export class LangController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #texts: Readonly<Record<Lang, unknown>>;
  #unwatch: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & Element, texts: Readonly<Record<Lang, unknown>>) {
    this.#host = host;
    this.#texts = texts;
    host.addController(this);
  }

  get lang(): Lang {
    return langOf(this.#host, this.#texts);
  }

  hostConnected(): void {
    this.#unwatch = watchLang(this.#host, () => this.#host.requestUpdate());
  }

  hostDisconnected(): void {
    this.#unwatch?.();
  }
}
