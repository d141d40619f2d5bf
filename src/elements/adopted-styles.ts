import type { LitElement } from 'lit';

/**
 * For `createRenderRoot`: the root of an element that is drawn in another document for the first time, where Lit would
 * give it the sheets of this one. Undefined in this document.
 */
export function createRootInOtherDocument(host: LitElement): ShadowRoot | undefined {
  if (host.ownerDocument === globalThis.document) return undefined;
  const root = host.attachShadow((host.constructor as typeof LitElement).shadowRootOptions);
  readoptStyles(host);
  return root;
}

/**
 * For `adoptedCallback`: constructed style sheets belong to the document that they were made in, and browsers drop them
 * when an element moves to another one, an iframe's or that of a picture-in-picture window.
 */
export function readoptStyles(host: LitElement): void {
  const { defaultView } = host.ownerDocument;
  if (!defaultView || !host.shadowRoot) return;
  host.shadowRoot.adoptedStyleSheets = (host.constructor as typeof LitElement).elementStyles.map(style => {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(String(style));
    return sheet;
  });
}
