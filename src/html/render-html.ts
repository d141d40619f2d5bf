import { nothing, type TemplateResult } from 'lit';

/** The attributes of an element. Their values are plain texts, which `writeTag` escapes. '' writes the name alone. */
export type Attributes = Record<string, string>;

/** Called with each element. It may change the attributes, and returns the HTML before the content of the element. */
type FinishTag = (tag: string, attributes: Attributes) => string;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: unknown): string => String(text).replace(/[&<>"]/g, character => ENTITIES[character]!);

/** Stands for a value in the markup of a template. It's a character for private use, which no template contains. */
const VALUE = '\uE000';
const TAG_OR_VALUE = /<([\w-]+)((?:"[^"]*"|[^">])*?)(\/?)>|\uE000/g;
const ATTRIBUTE = /([.?@]?)([\w-]+)(?:=(?:"([^"]*)"|([^\s">]+)))?/g;

/** Writes a start tag. `end` is '/' for an element that closes itself. */
export const writeTag = (tag: string, attributes: Readonly<Attributes>, end = ''): string =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}${value && `="${escape(value)}"`}`)
    .join('')}${end}>`;

/**
 * Writes the HTML that Lit renders a value as, without the comments that mark its parts. It needs no DOM. It supports no
 * directives, no element expressions (`<a ${…}>`), and no iterables except arrays. It leaves out listeners, and all properties
 * except `textContent`.
 */
export function renderHtml(value: unknown, finishTag: FinishTag): string {
  if (value === nothing || value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(item => renderHtml(item, finishTag)).join('');
  if (!Object.hasOwn(Object(value) as object, 'strings')) return escape(value);
  const { strings, values } = value as TemplateResult;
  const left = [...values];
  return strings.join(VALUE).replace(TAG_OR_VALUE, (_, tag: string | undefined, source: string, end: string) => {
    if (!tag) return renderHtml(left.shift(), finishTag);
    const { attributes, text } = readAttributes(source, left);
    const before = finishTag(tag, attributes);
    return writeTag(tag, attributes, end) + before + escape(text ?? '');
  });
}

/** Reads the attributes in a start tag, and removes their values from the beginning of `values`. */
function readAttributes(source: string, values: unknown[]): { attributes: Attributes; text: unknown } {
  const attributes: Attributes = {};
  let text: unknown = '';
  for (const [, kind, name = '', quoted, bare] of source.matchAll(ATTRIBUTE)) {
    const [first = '', ...rest] = (quoted ?? bare ?? '').split(VALUE);
    const own = values.splice(0, rest.length);
    if (kind === '.' && name === 'textContent') [text] = own;
    if (kind === '?' && own[0]) attributes[name] = '';
    if (!kind && !own.includes(nothing))
      attributes[name] = own.reduce<string>(
        (all, value, i) => `${all}${(value as string | null | undefined) ?? ''}${rest[i]}`,
        first,
      );
  }
  return { attributes, text };
}
