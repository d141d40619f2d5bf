// What the elements ask the tree: the ancestors and the focus. This module doesn't import Lit, so that the country files can use it.

/** The `nodeType` of a shadow root, and of other fragments. */
const FRAGMENT = 11;

/** Returns the parent of a node, or the host of a shadow root. */
const parentOf = (node: Node): Node | null =>
  // Nothing else is asked for `host`: that of a link is a text, an element of the page may have its own, and a document would
  // answer with a member that the page has added to `Object.prototype`.
  (node.nodeType === FRAGMENT && (node as ShadowRoot).host) || node.parentNode;

/**
 * Returns a node and its ancestors, nearest first, across shadow roots. On a server, Lit's stand-in for an element has
 * no ancestors.
 */
export function selfAndAncestors(node: Node): Node[] {
  const parent = parentOf(node);
  return parent ? [node, ...selfAndAncestors(parent)] : [node];
}

/**
 * Whether the focus is on the host or on one of its ancestors, as the page is drawn: those around its slot count, too.
 * @param focused the element that has the focus, or the nearest host of a shadow tree in which it is
 */
export function isFocusAround(host: Element, focused: Element): boolean {
  let inner = focused;
  // A closed shadow tree can't be looked into.
  while (inner !== host && inner.shadowRoot?.activeElement) inner = inner.shadowRoot.activeElement;
  let node: Node | null = host;
  while (node && node !== inner) node = (node as Partial<Element>).assignedSlot ?? parentOf(node);
  return node !== null;
}

/** Returns the element that has the focus in the shadow tree of an element; null or undefined if there is none. */
export function focusedBeside(element: Element): Element | null | undefined {
  try {
    return (element.getRootNode() as ShadowRoot).activeElement;
  } catch {
    // happy-dom 21 throws if the focus is in another shadow root, or if this one isn't connected.
    return null;
  }
}

/**
 * Whether an element in a shadow root has the focus. `:focus` can't be used, because WebKit doesn't match it in a
 * background window.
 */
export const hasFocus = (element: Element): boolean => focusedBeside(element) === element;
