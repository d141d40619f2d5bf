/** Languages that the elements speak. */
export type Lang = 'ru' | 'en';

/** A node and what is around it, through shadow roots. The server's stand-in for an element has nothing around it. */
export function withAncestors(node: Node): Node[] {
  const parent = (node.parentNode as Node | undefined) ?? (node as ShadowRoot).host;
  return parent ? [node, ...withAncestors(parent)] : [node];
}

/** Language of an element: the nearest `lang` on it or around it, shadow roots included. English where it is no other. */
export function langOf(host: Element): Lang {
  const node = withAncestors(host).find(node => (node as Element).hasAttribute?.('lang'));
  return /^ru(?![a-z])/i.test((node as Element | undefined)?.getAttribute('lang') ?? '') ? 'ru' : 'en';
}

/** Calls `onChange` when a `lang` around the element changes. Returns the end of it. */
export function watchLang(host: Element, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (const node of withAncestors(host)) observer.observe(node, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}
