import type { ReactiveController, ReactiveControllerHost } from 'lit';
import * as inputLanguages from '../locales/inputs.js';
import type { InputTexts } from '../locales/input-texts.js';
import { selfAndAncestors } from './ancestors.js';

/** A language of the elements, by its code in ISO 639-1. */
export type Lang = keyof typeof inputLanguages;

/**
 * The language of an element: of the nearest `lang` attribute on it or around it, shadow roots crossed, the language
 * without its region (`ru-RU` is `ru`). English where there is no attribute or no text in that language.
 */
export function langOf(host: Element): Lang {
  const node = selfAndAncestors(host).find(node => (node as Partial<Element>).hasAttribute?.('lang'));
  const [language = ''] =
    /^[a-z]+/.exec((node as Element | undefined)?.getAttribute('lang')?.toLowerCase() ?? '') ?? [];
  return Object.hasOwn(inputLanguages, language) ? (language as Lang) : 'en';
}

/** The texts of the inputs in the language of an element. */
export const inputTextsOf = (host: Element): InputTexts => inputLanguages[langOf(host)];

/** Calls `onChange` when a `lang` attribute on the element or around it changes. Returns what stops it. */
export function watchLang(host: Element, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (const node of selfAndAncestors(host)) observer.observe(node, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}

/** Renders its host again when the language around it changes. */
export class LangController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  #unwatch: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get lang(): Lang {
    return langOf(this.#host);
  }

  hostConnected(): void {
    this.#unwatch = watchLang(this.#host, () => this.#host.requestUpdate());
  }

  hostDisconnected(): void {
    this.#unwatch?.();
  }
}
