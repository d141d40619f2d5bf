import type { CSSResult, LitElement } from 'lit';

/**
 * For `createRenderRoot`: a root with style sheets of the host's own document, where that is not the document of this
 * script: Lit would adopt its cached sheets, which belong to the latter. Undefined where it is.
 */
export function createRootInOtherDocument(host: LitElement): ShadowRoot | undefined {
  if (host.ownerDocument === globalThis.document) return undefined;
  const root = host.attachShadow((host.constructor as typeof LitElement).shadowRootOptions);
  readoptStyles(host);
  return root;
}

/**
 * For `adoptedCallback`: adopts the styles again, from sheets of the new document. Constructed style sheets belong to the
 * document that they were made in, and browsers drop them when an element moves to another one, such as that of an
 * iframe or a picture-in-picture window: docs/decisions/adopted-styles.md#context.
 */
export function readoptStyles(host: LitElement): void {
  const { defaultView } = host.ownerDocument;
  if (!defaultView || !host.shadowRoot) return;
  host.shadowRoot.adoptedStyleSheets = (host.constructor as typeof LitElement).elementStyles.map(style => {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync((style as CSSResult).cssText);
    return sheet;
  });
}
