/** A node and its ancestors, nearest first, across shadow roots. Lit's stand-in for an element on a server has none. */
export function selfAndAncestors(node: Node): Node[] {
  const parent = (node.parentNode as Node | undefined) ?? (node as Partial<ShadowRoot>).host;
  return parent ? [node, ...selfAndAncestors(parent)] : [node];
}
