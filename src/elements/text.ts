import { html, type TemplateResult } from 'lit';

/**
 * A text that changes while its element stays. Set as `textContent`, because page translators replace the text nodes that
 * Lit would go on writing to: docs/behaviour/flow.md#errors-and-texts. `data` is an element without a style of its own.
 */
export const text = (content: string): TemplateResult => html`<data .textContent=${content}></data>`;
