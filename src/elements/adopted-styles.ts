import { adoptStyles, type CSSResult, type LitElement } from 'lit';

/**
 * Implements `createRenderRoot`: returns an empty shadow root with the styles of the element. A root that a server has
 * rendered (declarative shadow DOM) loses its content. Otherwise, Lit would render beside it or, if
 * `@lit-labs/ssr-client` was loaded first, look in it for the template that it's rendering now. If the element is in
 * another document than this script, its style sheets are constructed there, because Lit's cached ones belong to this
 * script's document.
 */
export function createRenderRoot(host: LitElement): ShadowRoot {
  const { elementStyles, shadowRootOptions } = host.constructor as typeof LitElement;
  const root = host.shadowRoot ?? host.attachShadow(shadowRootOptions);
  root.replaceChildren();
  if (host.ownerDocument === globalThis.document) adoptStyles(root, elementStyles);
  else readoptStyles(host);
  return root;
}

/**
 * Implements `adoptedCallback`: adopts the styles again, with style sheets of the new document. A constructed style
 * sheet belongs to the document that it was created in, and browsers drop it when the element moves to another one,
 * such as that of an iframe or a picture-in-picture window: docs/decisions/adopted-styles.md#context.
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
