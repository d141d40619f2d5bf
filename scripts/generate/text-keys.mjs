// Writes the tables of all keys of `texts` into docs/languages.md, from the types and the English texts, as a part of
// `npm run manifest`. --check writes nothing, and fails if a table is out of date.
import { transform } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { formatText } from './format-text.mjs';
import { replaceBetween } from './replace-between.mjs';

const PAGE = 'docs/languages.md';
/** @param {string} name */
const source = name => readFileSync(`src/${name}.ts`, 'utf8');

const { code } = await transform(source('locales/en'), { loader: 'ts' });
/** @type {Record<string, Record<string, string | ((values: { n: number }) => string)>>} */
const english = await import(`data:text/javascript,${encodeURIComponent(code)}`);

/**
 * Returns the descriptions of the keys in all interfaces of a source, by key. A description with a slash is not found.
 * @param {string} text
 */
const describe = text =>
  Object.fromEntries(
    [...text.matchAll(/\/\*\*([^/]+?)\*\/\s+readonly '?([\w-]+)'?\??:/g)].map(([, comment = '', key = '']) => [
      key,
      comment.replace(/\s*\n\s*\* /g, ' ').trim(),
    ]),
  );
const descriptions = describe(source('locales/text-keys'));

/**
 * Returns a text as the table shows it, with common spaces. A text that is a function of a number is called with 2, for the plural, and
 * its `2` is replaced by the placeholder.
 * @param {string | ((values: { n: number }) => string)} text
 */
const cell = text =>
  (typeof text === 'string' ? text : text({ n: 2 }).replace('2', '{n}'))
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll('\u00A0', ' ')
    .replaceAll('\n', '<br>');
/**
 * @param {typeof english[string]} texts
 * @param {(key: string) => string} describeKey
 */
const table = (texts, describeKey) => [
  '| key | in English | |',
  '| --- | --- | --- |',
  ...Object.entries(texts)
    .filter(([key]) => key !== 'lang')
    .map(([key, text]) => `| \`${key}\` | ${cell(text)} | ${cell(describeKey(key))} |`),
  '',
];

/** @param {string} key */
const describeWord = key => {
  const description = descriptions[key];
  if (!description) throw new Error(`src/locales/ does not describe ${key}`);
  return description;
};
/** @param {string} key */
const describeError = key => {
  if (key === 'policy') return 'The error `policy`, if the rule is not known';
  if (key === 'challenge-insecure') return 'The error `challenge` for a proof of work, on a page by plain http';
  return `The error ${key.startsWith('policy-') ? `\`policy\`, of the field \`${key.slice(7)}\`` : `\`${key}\``}`;
};

const { errors = {}, phoneInputTexts = {}, countryTexts = {}, codeInputTexts = {}, widgetTexts = {} } = english;
const tables = [
  '### The screens',
  '',
  ...table(widgetTexts, describeWord),
  '### The number',
  '',
  ...table(phoneInputTexts, describeWord),
  ...table(countryTexts, describeWord),
  '### The code',
  '',
  ...table(codeInputTexts, describeWord),
  '### Errors',
  '',
  ...table(errors, describeError),
].join('\n');

const old = readFileSync(PAGE, 'utf8');
const page = await formatText(PAGE, replaceBetween(old, 'keys', tables));
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (page !== old) {
  console.error(`The table of ${PAGE} is out of date: run \`npm run manifest\`.`);
  process.exit(1);
}
