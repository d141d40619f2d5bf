import { html, nothing, type TemplateResult } from 'lit';
import type { ElementLanguage } from './language-controller.js';

/** The `lang` of words that are not in the language around their element; none for others. */
export const foreignLang = ({ lang, dir }: Pick<ElementLanguage<object>, 'lang' | 'dir'>): string | typeof nothing =>
  dir ? lang : nothing;

/**
 * A text that changes while its element stays. Set as `textContent`, because page translators replace the text nodes that
 * Lit would go on writing to: docs/behaviour/flow.md#errors-and-texts. `data` is an element without a style of its own.
 * @param language of a word of ours that stands among those of the page
 */
export const text = (content: string, language?: Pick<ElementLanguage<object>, 'lang' | 'dir'>): TemplateResult =>
  html`<data
    lang=${language ? foreignLang(language) : nothing}
    dir=${language?.dir ?? nothing}
    .textContent=${content}
  ></data>`;
