import assert from 'node:assert/strict';
import { SourceMap } from 'node:module';
import test from 'node:test';
import { parseSync } from 'vite';
import { minifyTemplates } from '../../scripts/minify-templates.js';

const parse = (code: string): unknown => parseSync('module.js', code).program;
const minified = (code: string): string => minifyTemplates(code, parse)?.toString() ?? code;
const css = (text: string): string => minified(`css\`${text}\``).slice(4, -1);
const html = (text: string): string => minified(`html\`${text}\``).slice(5, -1);

const cssCases: readonly (readonly [what: string, before: string, after: string])[] = [
  ['rules and declarations', '\n  a {\n    color: red;\n    margin: 0 auto;\n  }\n', 'a{color:red;margin:0 auto}'],
  ['comments', 'a { /* why: b */ color: red } /* c */', 'a{color:red}'],
  ['a comment between two words', 'a/* x */b { top: 0 }', 'a b{top:0}'],
  ['the space before a pseudo-class is a combinator', '.a :hover, .a:focus { top: 0 }', '.a :hover,.a:focus{top:0}'],
  ['combinators', 'a > b ~ c + d { top: 0 }', 'a>b~c + d{top:0}'],
  [
    'calc keeps the spaces of + and -',
    'a { top: calc( 1px + (2px - 3px) * 2 ) }',
    'a{top:calc(1px + (2px - 3px) * 2)}',
  ],
  ['strings are untouched', `a { content: 'x  ;  { /* y */' }`, `a{content:'x  ;  { /* y */'}`],
  ['escapes are untouched', 'a { content: "\\\\201C  x" }', 'a{content:"\\\\201C  x"}'],
  [
    'url() is untouched',
    'a { background: url(data:image/svg+xml,a > b) }',
    'a{background:url(data:image/svg+xml,a > b)}',
  ],
  [
    'media queries',
    '@media (width > 400px) and (hover) { a { top: 0 } }',
    '@media (width>400px) and (hover){a{top:0}}',
  ],
  ['important and custom properties', ':host { --x: 1px ; top: 0 !important }', ':host{--x:1px;top:0 !important}'],
  [
    'expressions keep their neighbours apart',
    'a { margin: ${x} ${y}; } ${z} b { top: ${w} }',
    'a{margin:${x} ${y}}${z} b{top:${w}}',
  ],
  ['an expression in a comment: nothing is touched', 'a { /* ${x} */ top: 0 }', 'a { /* ${x} */ top: 0 }'],
];
for (const [what, before, after] of cssCases) test(`css: ${what}`, () => assert.equal(css(before), after));

const htmlCases: readonly (readonly [what: string, before: string, after: string])[] = [
  ['block-level tags', '\n  <div>\n    <p>a</p>\n    <p>b</p>\n  </div>\n', '<div><p>a</p><p>b</p></div>'],
  ['inline tags stay apart', '<b>a</b>\n  <i>b</i>', '<b>a</b> <i>b</i>'],
  ['custom elements count as inline', '<x-a></x-a>\n<x-b></x-b>', '<x-a></x-a> <x-b></x-b>'],
  ['words stay apart from what follows', '<p>Hello,\n  <b>you</b>  there</p>', '<p>Hello, <b>you</b> there</p>'],
  ['expressions stay apart', '<p>${a}\n  ${b}</p>', '<p>${a} ${b}</p>'],
  ['an expression at the edge of a block', '<div>\n  ${a}\n</div>', '<div>${a}</div>'],
  ['a space at the edge of a template', ' ${a} <b>x</b> ', ' ${a} <b>x</b> '],
  ['attributes', '<a\n  href="x"\n  ?hidden=${h}\n  >x</a\n>', '<a href="x" ?hidden=${h}>x</a>'],
  [
    'values of attributes are untouched',
    '<a title="a  >  b" class=\'c  d\'>x</a>',
    '<a title="a  >  b" class=\'c  d\'>x</a>',
  ],
  ['comments', '<div><!-- why --><p>x</p></div>', '<div><p>x</p></div>'],
  ['an unquoted value before a slash', '<input value=${v} />', '<input value=${v} />'],
  ['a lone angle bracket is text', '<p>a < b  c</p>', '<p>a < b c</p>'],
  ['elements whose white space counts', '<div>\n <pre> a  b </pre>\n</div>', '<div>\n <pre> a  b </pre>\n</div>'],
  ['a comment that holds an expression', '<div>  <!-- ${x} -->  </div>', '<div>  <!-- ${x} -->  </div>'],
];
for (const [what, before, after] of htmlCases) test(`html: ${what}`, () => assert.equal(html(before), after));

test('minifying twice changes nothing more', () => {
  for (const [, before] of cssCases) assert.equal(css(css(before)), css(before));
  for (const [, before] of htmlCases) assert.equal(html(html(before)), html(before));
});

test('templates with other tags, plain templates and strings are untouched', () => {
  const code = 'const a = `<p>  </p>`, b = sql`a   b`, c = "html`<p>  x`", d = x.html`<p>  </p>`, e = toString`  `;';
  assert.equal(minified(code), code);
});

test('a template inside an expression of another one is minified too', () => {
  assert.equal(
    minified('html`<p>  ${a ? html`<b>  x</b>` : nothing}  </p>`'),
    'html`<p>${a ? html`<b> x</b>` : nothing}</p>`',
  );
});

test('the characters that the minifier uses as marks may stand in a template', () => {
  const code = 'html`<p>  \uE000  \uE001</p>`';
  assert.equal(minified(code), code);
});

test('the source map leads back to the place in the source', () => {
  const code = 'const a = css`\n  a {\n    top: 0;\n  }\n`;\nconst b = 1;\n';
  const result = minifyTemplates(code, parse)!;
  assert.equal(result.toString(), 'const a = css`a{top:0}`;\nconst b = 1;\n');
  const { version, sources, mappings } = result.generateMap({ source: 'a.ts', hires: true });
  const payload = { file: 'a.js', version, sources, mappings, sourcesContent: [], names: [], sourceRoot: '' };
  const entry = new SourceMap(payload).findEntry(1, 6);
  assert.ok('originalLine' in entry);
  assert.deepEqual([entry.originalLine, entry.originalColumn], [5, 6]);
});
