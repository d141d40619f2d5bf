/**
 * A build transform that takes the white space out of tagged templates: minifiers leave template text alone.
 *
 * In `css` it drops comments and the white space that the grammar ignores. In `html` it folds white space to one space,
 * and drops that too beside a block-level tag and at a line break on the edge of a template. Templates with an element
 * whose white space counts (`pre`, `textarea`, …) are left alone. It relies on two habits of this package: nothing is
 * styled `white-space: pre`, and a block-level element is not styled to run in a sentence.
 */
import MagicString from 'magic-string';
import type { Plugin } from 'vite';

// Two characters of the private use area: one stands for an expression while the pieces of a template are seen as one
// text, the other surrounds the number of a string that was put aside.
const HOLE = '\uE000';
const ASIDE = '\uE001';

const BLOCKS = new Set(
  (
    'address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hr legend li main menu nav ol optgroup option p search section summary table tbody td tfoot th thead tr ' +
    'ul g path circle rect line defs'
  ).split(' '),
);
const WHITE_SPACE_COUNTS = /<(?:pre|textarea|script|style|text|tspan|foreignObject)\b/i;
const CSS_TOKEN = /\/\*[^]*?\*\/|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|url\([^)]*\)|\\[^]|\s+|[^]/gu;
const HTML_PART = /<!--[^]*?-->|<\/?[a-zA-Z](?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+|</gu;

function minifyCss(css: string): string {
  const aside: string[] = [];
  let text = '';
  for (const [token] of css.matchAll(CSS_TOKEN)) {
    const isComment = token.startsWith('/*');
    if (isComment && token.includes(HOLE)) return css; // the expression would be lost
    if (isComment || /^\s/.test(token)) text += text.endsWith(' ') ? '' : ' ';
    else if (token.length > 1) text += ASIDE + String(aside.push(token) - 1) + ASIDE;
    else text += token;
  }
  return text
    .replace(/ ?([{};,>~]) ?/g, '$1') // `+` and `-` need their spaces in calc()
    .replace(/([([]) /g, '$1')
    .replace(/ ([)\]])/g, '$1')
    .replace(/([\w-]): /g, '$1:') // in `a :hover` the space is before the colon, and is a combinator
    .replace(/;}/g, '}')
    .trim()
    .replace(new RegExp(`${ASIDE}(\\d+)${ASIDE}`, 'g'), (_, index: string) => aside[Number(index)]!);
}

const isTag = (part: string): boolean => /^<\/?[a-zA-Z]/.test(part);
const isBlock = (part: string): boolean => isTag(part) && BLOCKS.has(/^<\/?([\w-]+)/.exec(part)![1]!.toLowerCase());

/** Squeezes what stands between `<` and `>`, but for the quoted values. */
const minifyTag = (tag: string): string =>
  tag
    .split(/("[^"]*"|'[^']*')/)
    .map((part, index) => (index % 2 ? part : part.replace(/\s+/g, ' ')))
    .join('')
    .replace(/ >$/, '>');

function minifyHtml(html: string): string {
  const parts = html.match(HTML_PART) ?? [];
  const isUnclear = parts.some(part => part.startsWith('<!--') && part.includes(HOLE)) || /<\/?\uE000/.test(html);
  if (isUnclear || WHITE_SPACE_COUNTS.test(html)) return html;
  const kept = parts.filter(part => !part.startsWith('<!--'));
  return kept
    .map((part, index) => {
      if (isTag(part)) return minifyTag(part);
      const before = kept[index - 1];
      const after = kept[index + 1];
      let text = part.replace(/\s+/g, ' ');
      if (before === undefined ? /^\s*\n/.test(part) : isBlock(before)) text = text.replace(/^ /, '');
      if (after === undefined ? /\n\s*$/.test(part) : isBlock(after)) text = text.replace(/ $/, '');
      return text;
    })
    .join('');
}

const MINIFIERS: ReadonlyMap<string | undefined, (text: string) => string> = new Map([
  ['css', minifyCss],
  ['html', minifyHtml],
  ['svg', minifyHtml],
]);

interface Node {
  readonly type: string;
  readonly start: number;
}
interface TaggedTemplate extends Node {
  readonly tag: Node & { readonly name?: string };
  readonly quasi: { readonly quasis: readonly (Node & { readonly value: { readonly raw: string } })[] };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item);
  if (!isNode(value)) return;
  yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

/**
 * Minifies the templates of one module that are tagged `css`, `html` or `svg`.
 *
 * @param code JavaScript, without types
 * @param parse gives the ESTree of a module, each node with its offset in `start`
 * @returns null where nothing changed
 * @throws Error if an expression would be lost
 */
export function minifyTemplates(code: string, parse: (code: string) => unknown): MagicString | null {
  if (!/\b(?:css|html|svg)`/.test(code)) return null;
  const result = new MagicString(code);
  for (const node of nodesOf(parse(code))) {
    if (node.type !== 'TaggedTemplateExpression') continue;
    const { tag, quasi } = node as TaggedTemplate;
    const minify = tag.type === 'Identifier' ? MINIFIERS.get(tag.name) : undefined;
    const source = quasi.quasis.map(({ value }) => value.raw).join(HOLE);
    if (!minify || source.includes(ASIDE) || source.split(HOLE).length !== quasi.quasis.length) continue;
    const pieces = minify(source).split(HOLE);
    if (pieces.length !== quasi.quasis.length) throw new Error(`An expression was lost in the template ${source}`);
    quasi.quasis.forEach(({ start: offset, value: { raw } }, index) => {
      // Parsers disagree on whether the delimiter before the text is a part of it.
      const start = code.startsWith(raw, offset) ? offset : offset + 1;
      if (!code.startsWith(raw, start)) throw new Error('A template is not where the parser said.');
      if (raw !== pieces[index]) result.update(start, start + raw.length, pieces[index]!);
    });
  }
  return result.hasChanged() ? result : null;
}

/**
 * The transform as a plugin of Vite, for builds alone.
 *
 * @param include the modules whose templates it may touch
 */
export function minifyTemplatesPlugin(include: RegExp): Plugin {
  return {
    name: 'minify-templates',
    enforce: 'post', // when the types are gone
    apply: 'build',
    transform(code, id) {
      if (!include.test(id)) return null;
      const result = minifyTemplates(code, source => this.parse(source));
      return result && { code: result.toString(), map: result.generateMap({ source: id, hires: true }) };
    },
  };
}
