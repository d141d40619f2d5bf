/** Attributes that say nothing about a screen. */
const LEFT_OUT = new Set(
  'aria-live autocorrect class dir exportparts for id inputmode novalidate part spellcheck tabindex translate type'.split(
    ' ',
  ),
);
/** Container elements, which are left out if they have neither attributes nor a text. */
const BARE = new Set(['div', 'p', 'slot', 'label']);

/**
 * What is visible below a root, shadow roots included, with one line for each element: tag, attributes, the value of an input,
 * and the text.
 */
export function outline(root: Element | ShadowRoot): string[] {
  const lines: { tag: string; words: string[] }[] = [];
  const visit = (node: Node, words: string[]): void => {
    if (node.nodeType === Node.TEXT_NODE) words.push(...node.textContent!.split(/\s+/).filter(Boolean));
    if (!(node instanceof Element) || node.hasAttribute('hidden') || /^(svg|style)$/.test(node.localName)) return;
    const attributes = [...node.attributes]
      .filter(({ name, value }) => !LEFT_OUT.has(name) || (name === 'type' && value === 'password'))
      .map(({ name, value }) => (value === '' ? name : `${name}=${value}`))
      .sort();
    const value = node instanceof HTMLInputElement && node.value ? [`«${node.value}»`] : [];
    // A text is part of the line of the element around it.
    const isText = /^(data|span|bdi)$/.test(node.localName) && attributes.length === 0;
    const own = isText ? words : [...attributes, ...value];
    if (!isText) lines.push({ tag: node.localName, words: own });
    for (const child of (node.shadowRoot ?? node).childNodes) visit(child, own);
  };
  for (const child of root.childNodes) visit(child, []);
  return lines
    .filter(({ tag, words }) => words.length > 0 || !BARE.has(tag))
    .map(({ tag, words }) => [tag, ...words].join(' '));
}
