/** Does what page translators do, inside open shadow roots too: they replace every text with a new element. */
export function translate(root: ShadowRoot): void {
  const tagName: string = 'font'; // deprecated, and still what translators insert
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ data }) => data.trim())) {
    const font = document.createElement(tagName);
    font.textContent = `«${text.data}»`;
    text.replaceWith(font);
  }
}
