import type { ErrorTexts } from '../core/error-texts.js';
import type { CodeInputTexts, PhoneInputTexts } from './input-texts.js';
import type { WidgetTexts } from './widget-texts.js';

/** Every word, by its key. */
type AllTexts = ErrorTexts & PhoneInputTexts & CodeInputTexts & WidgetTexts;

/**
 * Words of the page in place of ours: any of them, by the keys of docs/languages.md. Texts that name a language in `lang`
 * (BCP 47) count where the element is in that language; without it they count in each.
 */
export type Texts = { readonly [Key in keyof AllTexts]?: AllTexts[Key] | undefined };

/** A whole language. */
export type Language = AllTexts & {
  /** Its tag (BCP 47). */
  readonly lang: string;
};
