import { adoptStyles, type CSSResult, type LitElement } from 'lit';

/**
 * For `createRenderRoot`: the shadow root, empty. One that a server has rendered (declarative shadow DOM) loses its content:
 * it shows what was known there, and Lit would render beside it or, with `@lit-labs/ssr-client` loaded first, look for a
 * template that is another one by now. In a document other than that of this script its style sheets are made there: Lit
 * would adopt its cached ones, which belong to the latter.
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
