// Finds ancestors and the focus in the tree of the page. This module doesn't import Lit, so that the country files can use it.

/** The `nodeType` of a shadow root, and of other fragments. */
const FRAGMENT = 11;

/** Returns the parent of a node, or the host of a shadow root. */
const parentOf = (node: Node): Node | null =>
  // `host` is read from fragments alone. The `host` of a link is a text, an element of the page may have one of its own, and any
  // other node may inherit one that the page has added to `Object.prototype`.
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
 * Whether the focus is on the host, in its shadow tree, or on one of its ancestors. If the host is in a slot, the elements around
 * that slot count as ancestors, too.
 * @param focused the `activeElement` of the host's tree, or of a tree around it: the element that has the focus, or the host of
 * the shadow tree that contains it
 */
export function isFocusAround(host: Element, focused: Element): boolean {
  let inner = focused;
  // A closed shadow tree can't be looked into.
  while (inner !== host && inner.shadowRoot?.activeElement) inner = inner.shadowRoot.activeElement;
  let node: Node | null = host;
  while (node && node !== inner) node = (node as Partial<Element>).assignedSlot ?? parentOf(node);
  return node !== null;
}

/** Returns the `activeElement` of the document or shadow root that contains an element; null or undefined if there is none. */
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
