// What the elements ask the tree: the ancestors and the focus. This module doesn't import Lit, so that the country files can use it.

/** The `nodeType` of a shadow root, and of other fragments. */
const FRAGMENT = 11;

/**
 * Returns a node and its ancestors, nearest first, across shadow roots. On a server, Lit's stand-in for an element has
 * no ancestors.
 */
export function selfAndAncestors(node: Node): Node[] {
  // Nothing else is asked for `host`: that of a link is a text, an element of the page may have its own, and a document would
  // answer with a member that the page has added to `Object.prototype`.
  const parent = (node.nodeType === FRAGMENT && (node as ShadowRoot).host) || node.parentNode;
  return parent ? [node, ...selfAndAncestors(parent)] : [node];
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
