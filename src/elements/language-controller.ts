import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { canonicalTag, fallbacks } from '../core/language-tag.js';
import type { Lang } from '../locales/en-and-ru.js';
import { checkTexts, mergeTexts } from '../locales/merge-texts.js';
import { observeLanguages, registeredLanguage } from '../locales/language-registry.js';
import type { Texts } from '../locales/text-keys.js';
import { selfAndAncestors } from './dom.js';

/** The language of an element, and its texts in that language. */
export interface ElementLanguage<T> {
  /** The language of the texts (a BCP 47 tag). */
  readonly lang: string;
  /**
   * The direction of the texts if they aren't in the language of the element's surroundings, ignoring its own `lang`.
   * Undefined if they are.
   */
  readonly dir: 'ltr' | 'rtl' | undefined;
  /** The texts, with the page's texts in place of the built-in ones. */
  readonly texts: T & { readonly lang: string };
  /** The page's texts alone: for the elements inside this one, and for rules of a server that only the page knows. */
  readonly pageTexts: Texts;
}

type Layers = readonly (Texts | null | undefined)[];
/** Dictionaries to merge, each keyed by language. */
type BuiltInTexts<T> = readonly Readonly<Record<Lang, Partial<T>>>[];

/** Returns the language that texts name as their own; undefined if they name none, or one that is no tag. */
const langOf = (texts: Layers[number]): string | undefined => canonicalTag(texts?.lang);

const isRightToLeft = (lang: string): boolean => /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(-|$)/i.test(lang);

/**
 * Returns the tag in the nearest `lang` attribute of these nodes, and the tags that it falls back to: `ru-ru`, `ru`. Without such an
 * attribute, the only tag is `''`.
 */
function nearestTags(nodes: readonly Node[]): string[] {
  const node = nodes.find(node => (node as Partial<Element>).hasAttribute?.('lang')) as Element | undefined;
  return fallbacks(node?.getAttribute('lang') ?? '');
}

/**
 * Chooses the language of an element, and merges its texts.
 * @param builtIn dictionaries to merge, each keyed by language
 * @param tags the tag in the nearest `lang` attribute, and those that it falls back to
 * @param inheritedTags the same without the attribute of the element itself
 * @param layers the page's texts; later layers win
 */
export function chooseLanguage<T extends object>(
  builtIn: BuiltInTexts<T>,
  tags: readonly string[],
  inheritedTags: readonly string[],
  layers: Layers,
): ElementLanguage<T> {
  for (const layer of layers) if (layer) checkTexts(layer);
  const isBuiltIn = (tag: string): tag is Lang => Object.hasOwn(builtIn[0]!, tag);
  const isKnown = (tag: string) => isBuiltIn(tag) || !!registeredLanguage(tag);
  const tag = tags.find(tag => isKnown(tag) || layers.some(layer => langOf(layer)?.toLowerCase() === tag)) ?? 'en';
  // Keeps the page's texts that name no language, this one, or a broader or narrower variant of it (`ru`, `ru-BY`).
  const pageLayers = layers.filter(layer => {
    const langs = fallbacks(langOf(layer) ?? tag);
    return langs.includes(tag) || fallbacks(tag).includes(langs[0]!);
  });
  // The page's texts may name a language that is built in or registered only without its region, or not at all.
  const ownTag = fallbacks(tag).find(isKnown);
  const baseTag = ownTag ?? 'en';
  const registered = registeredLanguage(baseTag);
  const lang = (ownTag && langOf(registered)) ?? pageLayers.map(langOf).find(Boolean) ?? tag;
  const builtInTexts = builtIn.map(texts => texts[isBuiltIn(baseTag) ? baseTag : 'en']);
  const texts = mergeTexts<T>(builtInTexts, [registered, ...pageLayers]);
  return {
    lang,
    dir: inheritedTags.includes(tag) ? undefined : isRightToLeft(lang) ? 'rtl' : 'ltr',
    texts: Object.assign(texts, { lang }),
    pageTexts: mergeTexts<Texts>([], pageLayers),
  };
}

/** Calls `onChange` when a `lang` attribute of the element or an ancestor changes, until the returned function is called. */
function watchLang(host: Element, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (const node of selfAndAncestors(host)) observer.observe(node, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}

/**
 * Finds its host's texts in the language of the host, and renders the host again when a `lang` attribute changes or a language is added.
 *
 * The language is that of the nearest `lang` attribute, across shadow roots. A region falls back to its language. It is
 * English if there is no such attribute, or no texts in its language. A language has texts if they are built in or
 * registered, or if the page's texts name it.
 */
export class LanguageController<T extends object> implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #builtIn: BuiltInTexts<T>;
  readonly #readLayers: () => Layers;
  #current: ElementLanguage<T> | undefined;
  /** The tags and texts that `#current` was computed from. */
  #sources: readonly unknown[] | undefined;
  #unwatch: (() => void)[] = [];

  /**
   * @param builtIn dictionaries to merge, each keyed by language. Each element has its own, so that a bundle with one
   * element contains only the texts of that element
   * @param readLayers returns the page's texts in layers; later layers win
   */
  constructor(host: ReactiveControllerHost & Element, builtIn: BuiltInTexts<T>, readLayers: () => Layers) {
    this.#host = host;
    this.#builtIn = builtIn;
    this.#readLayers = readLayers;
    host.addController(this);
  }

  get current(): ElementLanguage<T> {
    const [self, ...ancestors] = selfAndAncestors(this.#host);
    const tags = nearestTags([self!, ...ancestors]);
    const inheritedTags = nearestTags(ancestors);
    const layers = this.#readLayers();
    // English is last, because a language without texts falls back to it.
    const registered = [...tags, 'en'].map(registeredLanguage);
    const sources = [tags[0], inheritedTags[0], ...layers, ...registered];
    const before = this.#sources;
    const isSame = sources.length === before?.length && sources.every((source, i) => source === before[i]);
    if (isSame) return this.#current!;
    this.#current = chooseLanguage(this.#builtIn, tags, inheritedTags, layers);
    this.#sources = sources;
    return this.#current;
  }

  hostConnected(): void {
    const onChange = () => this.#host.requestUpdate();
    this.#unwatch = [watchLang(this.#host, onChange), observeLanguages(onChange)];
  }

  hostDisconnected(): void {
    for (const unwatch of this.#unwatch) unwatch();
  }
}
