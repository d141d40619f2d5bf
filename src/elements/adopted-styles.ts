import { adoptStyles, render, type CSSResult, type LitElement } from 'lit';

/**
 * Takes over the content of a shadow root that a server has rendered: src/html/takeover.ts. It is a property of
 * `globalThis`, because that module is a file of its own, which shares no module with the one-file build.
 */
export type TakeOver = (host: LitElement, root: ShadowRoot, litRender: typeof render) => void;

const page = globalThis as { [key: symbol]: TakeOver | undefined };

/**
 * Removes what a server has rendered, because Lit renders beside it, with or without `@lit-labs/ssr-client`. It stays until the
 * first render, so that no frame is empty.
 */
const renderAnew: TakeOver = (element, root) => {
  const host = element as unknown as { render(): unknown };
  host.render = () => {
    Reflect.deleteProperty(host, 'render');
    root.replaceChildren();
    return host.render();
  };
};

/**
 * Implements `createRenderRoot`: returns a shadow root with the styles of the element. The content of a root that a server has
 * rendered (declarative shadow DOM) is removed, unless the page has loaded `auth-widget/html/takeover.js`. If the element is in
 * another document than this script, its style sheets are constructed there, because Lit's cached ones belong to this script's
 * document.
 */
export function createRenderRoot(host: LitElement): ShadowRoot {
  const { elementStyles, shadowRootOptions } = host.constructor as typeof LitElement;
  // The options have no prototypes, because browsers and Lit would read members that a page has added to `Object.prototype`.
  const root =
    host.shadowRoot ?? host.attachShadow(Object.setPrototypeOf({ ...shadowRootOptions }, null) as ShadowRootInit);
  Object.setPrototypeOf(host.renderOptions, null);
  // In a bundle, `takeover.js` may come after this module. The microtask waits for it: none runs between the modules of a
  // bundle, and Lit renders in a later one. In browsers without `adoptedStyleSheets`, the styles that are adopted below become children, too.
  if (root.firstElementChild)
    queueMicrotask(() => (page[Symbol.for('auth-widget:take-over')] ?? renderAnew)(host, root, render));
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
