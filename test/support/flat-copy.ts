// A copy of a page's composed tree, without shadow roots and in a separate document, for tools that don't look into shadow
// roots, such as the virtual screen reader.

const TEXT_NODE = 3;
const ELEMENT_NODE = 1;
/** Elements without content for a screen reader. */
const SKIPPED = ['style', 'script'];
/** Attributes that hold ids, which are unique only in their own tree. */
const ID_ATTRIBUTES = ['id', 'for', 'aria-describedby', 'aria-labelledby', 'aria-controls', 'aria-owns'];

const isElement = (node: Node): node is Element => node.nodeType === ELEMENT_NODE;

/** The nodes that take the place of a node in the composed tree: for a slot, its content. */
function flatten(node: Node): Node[] {
  if (node.nodeType === TEXT_NODE) return [node];
  if (!isElement(node) || SKIPPED.includes(node.localName)) return [];
  if (node.localName !== 'slot') return [node];
  const assigned = (node as HTMLSlotElement).assignedNodes();
  return (assigned.length > 0 ? assigned : [...node.childNodes]).flatMap(flatten);
}

/**
 * Keeps the copy of an element up to date. Each node keeps its copy, and only changes are copied, so that a change in a live
 * region is also a change in the copy. `focusin` is copied as well.
 */
export class FlatCopy {
  /** The copy of the source, in the body of the other document. */
  readonly root: Element;
  readonly #source: Element;
  readonly #document: Document;
  readonly #copies = new WeakMap<Node, Node>();
  readonly #scopes = new WeakMap<Node, number>();
  readonly #observer = new MutationObserver(() => this.update());
  readonly #listening = new AbortController();
  #scopeCount = 0;

  /** @param target the empty document that the copy is made in */
  constructor(source: Element, target: Document) {
    this.#source = source;
    this.#document = target;
    this.root = this.#copyOf(source) as Element;
    target.body.append(this.root);
    this.#observe(source);
    this.update();
  }

  /** Copies all changes. It is called for every change of the tree; call it after the value of a field has changed. */
  update(): void {
    this.#update(this.#source);
  }

  disconnect(): void {
    this.#observer.disconnect();
    this.#listening.abort();
    this.root.remove();
  }

  #handleFocus = ({ target }: Event): void => {
    if ((target as Element).shadowRoot) return; // the focus is inside it, and the listener of its root has been called
    this.update();
    const { FocusEvent } = this.#document.defaultView!;
    this.#copies.get(target as Node)?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  };

  #observe(root: Node): void {
    // Every root needs a listener: if the focus moves inside a shadow root, no event fires outside it.
    root.addEventListener('focusin', this.#handleFocus, { signal: this.#listening.signal });
    this.#observer.observe(root, { attributes: true, characterData: true, childList: true, subtree: true });
  }

  #copyOf(node: Node): Node {
    let copy = this.#copies.get(node);
    if (!copy) {
      copy = isElement(node)
        ? this.#document.createElementNS(node.namespaceURI, node.localName)
        : this.#document.createTextNode('');
      this.#copies.set(node, copy);
      if (isElement(node) && node.shadowRoot) this.#observe(node.shadowRoot);
    }
    return copy;
  }

  #update(node: Node): void {
    const copy = this.#copyOf(node);
    if (!isElement(node)) {
      if (copy.nodeValue !== node.nodeValue) copy.nodeValue = node.nodeValue;
      return;
    }
    this.#updateAttributes(node, copy as Element);
    const children = [...(node.shadowRoot ?? node).childNodes].flatMap(flatten);
    const wanted = children.map(child => this.#copyOf(child));
    // Update a new element before it is inserted, so that its content comes with it.
    for (const child of children) this.#update(child);
    const present = [...copy.childNodes];
    if (!present.some(child => wanted.includes(child))) {
      // Replacing a text with another is one change.
      if (present.length + wanted.length > 0) (copy as Element).replaceChildren(...wanted);
      return;
    }
    for (const child of present) if (!wanted.includes(child)) child.remove();
    wanted.forEach((child, index) => {
      const following = copy.childNodes[index] ?? null;
      if (following !== child) copy.insertBefore(child, following);
    });
  }

  #updateAttributes(element: Element, copy: Element): void {
    for (const name of copy.getAttributeNames()) if (!element.hasAttribute(name)) copy.removeAttribute(name);
    for (const name of element.getAttributeNames()) {
      const text = element.getAttribute(name)!;
      const value = ID_ATTRIBUTES.includes(name) ? this.#scoped(element, text) : text;
      if (copy.getAttribute(name) !== value) copy.setAttribute(name, value);
    }
    if (element.localName !== 'input') return;
    const { type, value } = element as HTMLInputElement;
    // Browsers give screen readers a password as dots.
    (copy as HTMLInputElement).value = type === 'password' ? '•'.repeat(value.length) : value;
  }

  /** Adds to each id the number of its tree. */
  #scoped(element: Element, ids: string): string {
    const root = element.getRootNode();
    if (!this.#scopes.has(root)) this.#scopes.set(root, ++this.#scopeCount);
    return ids
      .split(/\s+/)
      .filter(Boolean)
      .map(id => `${id}-${this.#scopes.get(root)}`)
      .join(' ');
  }
}
