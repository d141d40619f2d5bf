// Writes the tables of the elements into docs/api.md and the table of the custom properties into docs/theming.md, both from
// custom-elements.json, and the sizes into docs/installing.md.
//   node scripts/generate/api-tables.mjs           the tables
//   node scripts/generate/api-tables.mjs --size    the sizes as well (after `npm run build`)
//   node scripts/generate/api-tables.mjs --check   writes nothing, and fails if the tables are out of date
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { formatText } from './format-text.mjs';
import { replaceBetween } from './replace-between.mjs';

const TAGS = ['auth-widget', 'phone-input', 'code-input'];

/**
 * A member, attribute, event, slot, part, custom property or state in the manifest.
 * @typedef {{ name: string, description?: string, fieldName?: string, kind?: string, static?: boolean, default?: string,
 *   type?: { text: string } }} Item
 */
/**
 * @typedef {{ tagName?: string, description?: string, summary?: string, attributes?: Item[], members?: Item[],
 *   events?: Item[], slots?: Item[], cssParts?: Item[], cssProperties?: Item[], cssStates?: Item[] }} Declaration
 */

/** @type {{ modules: { declarations?: Declaration[] }[] }} */
const { modules } = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
const declarations = modules.flatMap(module => module.declarations ?? []);

/** @param {string | undefined} text */
const cell = text =>
  (text ?? '')
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
/** @param {string | undefined} text */
const code = text => (text ? `\`${cell(text)}\`` : '');

/**
 * Returns a Markdown table, or '' if there are no rows. `title` heads the first column, and the keys of the rows head the others.
 * @param {string} title
 * @param {Record<string, string>[]} rows
 */
function table(title, rows) {
  const [head] = rows;
  if (!head) return '';
  const names = Object.keys(head);
  return [
    `| ${[title, ...names.slice(1)].join(' | ')} |`,
    `|${' --- |'.repeat(names.length)}`,
    ...rows.map(row => `| ${names.map(name => row[name]).join(' | ')} |`),
    '',
  ].join('\n');
}

/** @param {Item[]} properties */
const propertyTable = properties =>
  table(
    'custom property',
    properties.map(property => ({
      name: code(property.name),
      default: code(property.default),
      '': cell(property.description),
    })),
  );

/**
 * Returns the section of one element. It leaves out static members, and members without a description, which aren't for users. The manifest has
 * no protected or private ones.
 * @param {string} tag
 */
function describe(tag) {
  const element = declarations.find(declaration => declaration.tagName === tag);
  if (!element) throw new Error(`custom-elements.json has no <${tag}>`);
  const {
    attributes = [],
    members = [],
    events = [],
    slots = [],
    cssParts = [],
    cssProperties = [],
    cssStates = [],
  } = element;
  const attributeOf = new Map(attributes.map(attribute => [attribute.fieldName ?? attribute.name, attribute.name]));
  const fields = members.filter(member => member.kind === 'field' && member.description && !member.static);
  const methods = members.filter(member => member.kind === 'method' && member.description && !member.static);
  /** @param {Item} item */
  const text = item => cell(item.description);
  return [
    `## \`<${tag}>\``,
    cell(element.description || element.summary),
    table(
      'property',
      fields.map(field => ({
        name: code(field.name),
        attribute: code(attributeOf.get(field.name)),
        type: code(field.type?.text),
        '': text(field),
      })),
    ),
    table(
      'method',
      methods.map(method => ({ name: code(`${method.name}()`), '': text(method) })),
    ),
    table(
      'event',
      events.map(event => ({ name: code(event.name), type: code(event.type?.text), '': text(event) })),
    ),
    table(
      'slot',
      slots.map(slot => ({ name: code(slot.name) || '(default)', '': text(slot) })),
    ),
    table(
      'part',
      cssParts.map(part => ({ name: code(part.name), '': text(part) })),
    ),
    propertyTable(cssProperties),
    table(
      'state',
      cssStates.map(state => ({ name: code(`:state(${state.name})`), '': text(state) })),
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const API = 'docs/api.md';
const THEMING = 'docs/theming.md';
const INSTALLING = 'docs/installing.md';
const { cssProperties = [] } = declarations.find(({ tagName }) => tagName === 'auth-widget') ?? {};

/** What is generated, with its page and the name of its markers there. */
const parts = [
  { file: API, marker: 'api', content: TAGS.map(describe).join('\n\n') },
  { file: THEMING, marker: 'properties', content: propertyTable(cssProperties) },
];
if (process.argv.includes('--size')) {
  const output = execFileSync(process.execPath, ['bench/size.mjs'], { encoding: 'utf8' });
  parts.push({ file: INSTALLING, marker: 'size', content: '```\n' + output.trimEnd() + '\n```' });
}

for (const { file, marker, content } of parts) {
  const before = readFileSync(file, 'utf8');
  const page = replaceBetween(before, marker, content);
  const after = await formatText(file, page);
  if (!process.argv.includes('--check')) writeFileSync(file, after);
  else if (after !== before) {
    console.error(`The tables of ${file} are out of date: run \`npm run manifest\`.`);
    process.exitCode = 1;
  }
}
