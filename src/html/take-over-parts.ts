import type { TemplateResult, render } from 'lit';

/** One of Lit's parts or template instances. This module sets only the fields that Lit reads in them. */
type Part = Record<string, unknown>;
type Constructor = new (...args: unknown[]) => Part;

/** Where a part belongs in a template. */
interface TemplatePart {
  readonly type: number;
  /** The number of elements and comments before the part's node. */
  readonly index: number;
  readonly name: string;
  readonly strings: readonly string[];
  readonly ctor: Constructor;
}

interface Template {
  readonly el: HTMLTemplateElement;
  readonly parts: readonly TemplatePart[];
}

/** `TemplatePart.type` of a part between tags. The others belong to an element's attributes, properties and listeners. */
const CHILD_PART = 2;

/** Lit's tag function, written out so that this module has no copy of Lit. */
const html = (strings: TemplateStringsArray, ...values: unknown[]) => ({ _$litType$: 1, strings, values });

/** Returns the child elements that Lit renders: all except the styles of a served root. */
const contentOf = (node: ParentNode): Element[] =>
  [...node.children].filter(({ localName }) => localName !== 'style' && localName !== 'link');

/**
 * Lets Lit continue with elements that a server has rendered from the same templates, by building the parts that its
 * `render` would have built. No element is moved or replaced, because a native input would lose its focus, selection and
 * composition. A text as a child value would be written a second time, beside the served one. The templates have none: they set
 * `textContent`, for the sake of page translators (src/elements/text.ts).
 *
 * `hydrate` of `@lit-labs/ssr-client` does the same, but finds the parts by comments in the served HTML, whose digests belong
 * to one build of the templates. It is several times as large.
 * @param value the result of the element's `render()`, which Lit's `render` must get next
 * @param litRender `render` of the copy of Lit that the element uses
 * @throws {TypeError} if the elements aren't those of the templates
 */
export function takeOverParts(
  root: ShadowRoot,
  value: TemplateResult,
  options: object,
  litRender: typeof render,
): void {
  const probe = litRender(html`<i></i>`, root.ownerDocument.createDocumentFragment());
  // The short names are those of Lit's production builds. They are the same in all versions of Lit 3, because its packages share them.
  const [committed, getTemplate, parts] =
    '_$AH' in probe ? (['_$AH', '_$AC', '_$AV'] as const) : (['_$committedValue', '_$getTemplate', '_$parts'] as const);
  const ChildPart = probe.constructor as Constructor;
  const TemplateInstance = ((probe as unknown as Part)[committed] as Part).constructor as Constructor;

  /** Builds the part of a value, and removes its elements from the beginning of `elements`. */
  const takeValue = (value: unknown, owner: Part | undefined, parent: Node, elements: Element[]): Part => {
    const insertMarker = (marker: Node) => parent.insertBefore(marker, elements[0] ?? null);
    const end = root.ownerDocument.createComment('');
    const part = new ChildPart(insertMarker(end.cloneNode()), end, owner, options);
    if (Array.isArray(value)) part[committed] = value.map(item => takeValue(item, part, parent, elements));
    else if (Object(value) === value) part[committed] = takeTemplate(value as TemplateResult, part, parent, elements);
    insertMarker(end);
    return part;
  };

  const takeTemplate = ({ values, ...result }: TemplateResult, part: Part, parent: Node, elements: Element[]): Part => {
    const template = (part[getTemplate] as (result: object) => Template)(result);
    const instance = new TemplateInstance(template, part);
    const due = [...template.parts];
    let nodeIndex = 0;
    let valueIndex = 0;

    const takePart = (
      { type, ctor, name, strings }: TemplatePart,
      element: Element | undefined,
      ...place: [Node, Element[]]
    ) => {
      if (type === CHILD_PART) return takeValue(values[valueIndex++], instance, ...place);
      const attribute = new ctor(element, name, strings, instance, options);
      // Lit leaves a value that counts as committed: what a person has typed is newer than the one of the template.
      if (name === 'value') attribute[committed] = values[valueIndex];
      valueIndex += strings.length - 1; // `strings` are the texts around the values of the attribute
      return attribute;
    };

    const takeNodes = (source: Node, parent: Node, elements: Element[]) => {
      for (const node of source.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) continue;
        const isElement = node.nodeType === Node.ELEMENT_NODE;
        const element = isElement ? elements.shift() : undefined;
        if (element?.localName !== (node as Partial<Element>).localName) throw new TypeError('other elements');
        while (due[0]?.index === nodeIndex)
          (instance[parts] as Part[]).push(takePart(due.shift()!, element, parent, elements));
        nodeIndex++;
        if (!element) continue;
        // The server changed some of them, such as type="submit": see finishTag in first-screen.ts.
        for (const { name, value } of (node as Element).attributes) element.setAttribute(name, value);
        takeAll(node, element);
      }
    };

    const takeAll = (source: Node, element: Element) => {
      const inner = contentOf(element);
      takeNodes(source, element, inner);
      if (inner.length) throw new TypeError('more elements');
    };

    takeNodes(template.el.content, parent, elements);
    return instance;
  };

  const elements = contentOf(root);
  const part = takeValue(value, undefined, root, elements);
  if (elements.length) throw new TypeError('more elements');
  Object.assign(root, { _$litPart$: part });
}
