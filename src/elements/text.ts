import { html, nothing, type TemplateResult } from 'lit';
import type { ElementLanguage } from './language-controller.js';

/** The `lang` attribute of texts that aren't in the language around their element. Others have none. */
export const foreignLang = ({ lang, dir }: Pick<ElementLanguage<object>, 'lang' | 'dir'>): string | typeof nothing =>
  dir ? lang : nothing;

/**
 * Renders a text that may change. It is set as `textContent`, because page translators replace the text nodes that Lit would
 * write to: docs/behaviour/flow.md#errors-and-texts. `data` is an element without default styles.
 * @param language the language of one of our texts among those of the page
 */
export const text = (content: string, language?: Pick<ElementLanguage<object>, 'lang' | 'dir'>): TemplateResult =>
  html`<data
    lang=${language ? foreignLang(language) : nothing}
    dir=${language?.dir ?? nothing}
    .textContent=${content}
  ></data>`;
