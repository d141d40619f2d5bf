// Writes the tables of the README: the elements from custom-elements.json, the sizes from `npm run size`.
//   node scripts/readme.mjs           the elements
//   node scripts/readme.mjs --size    the sizes as well (after `npm run build`)
//   node scripts/readme.mjs --check   fails if the elements are not what the manifest says
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import prettier from 'prettier';

const TAGS = ['auth-widget', 'phone-input', 'code-input'];

const { modules } = JSON.parse(readFileSync('custom-elements.json', 'utf8'));
const declarations = modules.flatMap(module => module.declarations ?? []);

const cell = text =>
  (text ?? '')
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
const code = text => (text ? `\`${cell(text)}\`` : '');

/** A table of what has a description; what has none is not for users. */
function table(title, rows) {
  if (rows.length === 0) return '';
  const [head] = rows;
  const names = Object.keys(head);
  return [
    `| ${[title, ...names.slice(1)].join(' | ')} |`,
    `|${' --- |'.repeat(names.length)}`,
    ...rows.map(row => `| ${names.map(name => row[name]).join(' | ')} |`),
    '',
  ].join('\n');
}

function describe(tag) {
  const element = declarations.find(declaration => declaration.tagName === tag);
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
  const text = item => cell(item.description);
  return [
    `### \`<${tag}>\``,
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
    table(
      'custom property',
      cssProperties.map(property => ({
        name: code(property.name),
        default: code(property.default),
        '': text(property),
      })),
    ),
    table(
      'state',
      cssStates.map(state => ({ name: code(`:state(${state.name})`), '': text(state) })),
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const between = (readme, name, text) =>
  readme.replace(
    new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`),
    (_, start, end) => `${start}\n\n${text}\n\n${end}`,
  );

const old = readFileSync('README.md', 'utf8');
let readme = between(old, 'api', TAGS.map(describe).join('\n\n'));
if (process.argv.includes('--size')) {
  const output = execFileSync(process.execPath, ['scripts/size.mjs'], { encoding: 'utf8' });
  readme = between(readme, 'size', '```\n' + output.trimEnd() + '\n```');
}
readme = await prettier.format(readme, { ...(await prettier.resolveConfig('README.md')), parser: 'markdown' });
if (!process.argv.includes('--check')) writeFileSync('README.md', readme);
else if (readme !== old) {
  console.error('The tables of README.md are not what the elements say: run `npm run manifest`.');
  process.exit(1);
}
