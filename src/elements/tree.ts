// Where an element is, without Lit, so that the country files can use it too.

/**
 * Returns a node and its ancestors, nearest first, across shadow roots. On a server, Lit's stand-in for an element has
 * no ancestors.
 */
export function selfAndAncestors(node: Node): Node[] {
  // A document, which alone has no `ownerDocument`, is not asked for `host`: it would answer with a member that the page
  // has added to `Object.prototype`.
  const parent = (node.parentNode as Node | undefined) ?? (node.ownerDocument && (node as Partial<ShadowRoot>).host);
  return parent ? [node, ...selfAndAncestors(parent)] : [node];
}

/**
 * Whether an element in a shadow root has the focus. `:focus` can't be used, because WebKit doesn't match it in a
 * background window.
 */
export function hasFocus(element: Element): boolean {
  try {
    return element === (element.getRootNode() as ShadowRoot).activeElement;
  } catch {
    // happy-dom 21 throws if the focus is in another shadow root, or if this one isn't connected.
    return false;
  }
}
