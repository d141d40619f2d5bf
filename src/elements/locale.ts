import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { phoneTexts } from '../locales/inputs.js';
import { selfAndAncestors } from './ancestors.js';

/**
 * A language of the elements. From the list of the inputs, not from `languages.ts`: that one would put the texts of the
 * widget, 1.8 kB of brotli, into the bundle of an input on its own.
 */
export type Lang = keyof typeof phoneTexts;

/**
 * The language of an element: of the nearest `lang` attribute on it or around it, shadow roots crossed, the language
 * without its region (`ru-RU` is `ru`). English where there is no attribute or no text in that language.
 */
export function langOf(host: Element): Lang {
  const node = selfAndAncestors(host).find(node => (node as Element).hasAttribute?.('lang'));
  const [language = ''] =
    /^[a-z]+/.exec((node as Element | undefined)?.getAttribute('lang')?.toLowerCase() ?? '') ?? [];
  return Object.hasOwn(phoneTexts, language) ? (language as Lang) : 'en';
}

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
