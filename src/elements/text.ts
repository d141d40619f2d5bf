import { html, nothing, type TemplateResult } from 'lit';
import type { ElementLanguage } from './language-controller.js';

/**
 * Returns the `lang` attribute of texts that aren't in the language of their element's surroundings, and nothing for
 * other texts.
 */
export const foreignLang = ({ lang, dir }: Pick<ElementLanguage<object>, 'lang' | 'dir'>): string | typeof nothing =>
  dir ? lang : nothing;

/**
 * Renders a text that may change. It is set as `textContent`, because page translators replace the text nodes that Lit
 * would write to: docs/behaviour/flow.md#errors-and-texts. The element is a `data`, which has no default styles.
 * @param language the language of the text, if it's a built-in text among the page's texts
 */
export const text = (content: string, language?: Pick<ElementLanguage<object>, 'lang' | 'dir'>): TemplateResult =>
  html`<data
    lang=${language ? foreignLang(language) : nothing}
    dir=${language?.dir ?? nothing}
    .textContent=${content}
  ></data>`;
