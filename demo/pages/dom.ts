/** The element of the page with an id, which must exist. */
export const byId = (id: string): HTMLElement => document.getElementById(id)!;

/** Creates an element with a class and children. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  if (className) created.className = className;
  created.append(...children);
  return created;
}
