// npm run countries: writes the plans in src/countries/ from the metadata of libphonenumber-js, their exports into package.json, and
// the version of the metadata into docs/behaviour/countries.md. With --check it writes nothing, and fails if a file is out of date. With
// --names it also writes or checks the country names of the languages for which Chromium has none. They come from the ICU of this Node.js.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beginnings, drawDigits, parsePattern, seeded } from './digit-pattern.mjs';
import { formatText } from './format-text.mjs';
import { replaceBetween } from './replace-between.mjs';

const METADATA = 'node_modules/libphonenumber-js/metadata.max.json';
const PAGE = 'docs/behaviour/countries.md';
const FOLDER = 'src/countries';
/** Numbers drawn from each pattern, to see which groups they have. */
const SAMPLES = 4_000;

/** A format: pattern, groups, patterns of the beginning (the last is the most exact), and at 5 the international groups, `NA` for none. */
/** @typedef {[pattern: string, format: string, leading?: string[], rule?: unknown, optional?: unknown, international?: string]} Format */
/** @typedef {[pattern: string, lengths?: number[]] | 0 | undefined} NumberType */
/** @typedef {{ code: string, international: string, general: string, lengths: number[], formats: Format[], trunk: string, replacement: string, lead: string, fixed: NumberType, mobile: NumberType }} Metadata */

/** @type {{ country_calling_codes: Record<string, string[]>, countries: Record<string, any[]> }} */
const { countries, country_calling_codes: regionsByCode } = JSON.parse(readFileSync(METADATA, 'utf8'));
/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync('node_modules/libphonenumber-js/package.json', 'utf8'));

// These values differ from the metadata: docs/behaviour/countries.md#what-differs-from-the-metadata.
/** The regions that have the plan of the main region of their code, because no number tells them apart. */
const TWINS = new Set(['VA', 'SJ', 'CC', 'CX', 'EH', 'AX', 'BL', 'MF']);
/**
 * The first national digits of the two regions that share the code 7.
 * @type {Record<string, string>}
 */
const LEADS = { RU: '3 4 8 9', KZ: '6 7' };
/** The patterns of what people dial before a national number. @type {Record<string, string>} */
const TRUNKS = { MX: '0(?:[12]|4[45])|1' };
/** The patterns of mobile numbers. Argentina's in the metadata lists area codes, which no reading needs.
 * @type {Record<string, string>} */
const MOBILES = { AR: '9[1-3]\\d{9}' };
const RUSSIAN_GROUPS = ['(3) 3-2-2'];

/**
 * @param {string} region
 * @returns {Metadata}
 */
function readMetadata(region) {
  const [code, international, general, lengths, formats, trunk, , parsing, replacement, , lead, types = []] =
    countries[region] ?? [];
  return {
    code,
    international,
    general,
    lengths,
    formats: formats || countries[regionsByCode[code]?.[0] ?? '']?.[4] || [],
    trunk: TRUNKS[region] ?? (parsing || trunk || ''),
    replacement: replacement || '',
    lead: lead || '',
    fixed: types[0],
    mobile: types[1],
  };
}

/**
 * The pattern and the lengths of the mobile numbers. In a region without such a pattern, the numbers of landlines may be mobile too.
 * @param {Metadata} metadata
 */
function mobileOf({ mobile, fixed, lengths }) {
  const [pattern, ownLengths] = (mobile && mobile[0] ? mobile : fixed) || [''];
  return { pattern, lengths: ownLengths ?? lengths };
}

/**
 * Returns the groups of numbers of one length: `2 4-4` for (\d{2})(\d{4,5})(\d{4}), in base 16; undefined if the format has none.
 * @param {Format} format
 * @param {number} length
 */
function templateOf([pattern, format, , , , international], length) {
  const example = '0'.repeat(length);
  const whole = new RegExp(`^(?:${pattern})$`);
  return whole.test(example)
    ? example.replace(whole, international ?? format).replace(/0+/g, zeros => zeros.length.toString(16))
    : undefined;
}

/**
 * @param {string} region
 * @returns {string[]} templates, and after a slash the pattern of the numbers that they are for
 */
function groupsOf(region) {
  const metadata = readMetadata(region);
  if (metadata.code === '7') return RUSSIAN_GROUPS;
  const { pattern, lengths } = mobileOf(metadata);
  const formats = metadata.formats.filter(format => format[5] !== 'NA');
  const random = seeded(1);
  const tree = parsePattern(pattern);
  const leads = formats.map(format => new RegExp(`^(?:${format[2]?.at(-1) ?? ''})`));
  const templates = formats.map(format => new Map(lengths.map(length => [length, templateOf(format, length)])));
  /** @param {string} digits */
  const indexFor = digits =>
    leads.findIndex((lead, index) => templates[index]?.get(digits.length) && lead.test(digits));
  const used = new Map(lengths.map(length => [length, new Set()]));
  for (let i = 0; i < SAMPLES; i++) {
    const digits = drawDigits(tree, random);
    used.get(digits.length)?.add(indexFor(digits));
  }
  /** The templates by the pattern of their numbers.
   * @type {Map<string, string[]>} */
  const byPattern = new Map();
  for (const length of lengths) {
    // Numbers without a format come last: they are one group.
    const indexes = [...(used.get(length) ?? [])].sort((a, b) => (a < 0 ? 1 : b < 0 ? -1 : a - b));
    // No number that was drawn has this length. It gets the groups of the first format for it.
    if (indexes.length === 0) indexes.push(templates.findIndex(byLength => byLength.get(length)));
    const chosen = indexes.map(index => templates[index]?.get(length) ?? length.toString(16));
    chosen.forEach((template, place) => {
      const isLast = chosen.slice(place).every(other => other === template);
      if (place > 0 && chosen.slice(place - 1).every(other => other === template)) return;
      const own = isLast ? '' : (formats[indexes[place] ?? -1]?.[2]?.at(-1) ?? '');
      byPattern.set(own, [...(byPattern.get(own) ?? []), template]);
    });
  }
  return [...byPattern]
    .sort(([a], [b]) => Number(!a) - Number(!b))
    .map(([own, list]) => list.join(',') + (own && `/${own}`));
}

/**
 * Returns the shortest beginnings, of 2 to 6 digits (3 to 6 after +1), of a region's mobile numbers that no other region with its code has.
 * @param {string} region
 * @param {readonly string[]} others
 */
function ownBeginnings(region, others) {
  const tree = (/** @type {string} */ name) => parsePattern(mobileOf(readMetadata(name)).pattern);
  /** @type {string[]} */
  const found = [];
  for (let length = readMetadata(region).code === '1' ? 3 : 2; length <= 6; length++) {
    const theirs = new Set(others.flatMap(other => [...beginnings(tree(other), length)]));
    for (const beginning of beginnings(tree(region), length))
      if (!theirs.has(beginning) && !found.some(shorter => beginning.startsWith(shorter))) found.push(beginning);
  }
  return found;
}

/**
 * Returns the `lead` of a plan (src/core/imported-countries.ts): the first digits that tell a region's numbers from those of the other
 * regions with its code. For the main region they are the digits of the others, after `!`. For a twin it is `=`; without others, ''.
 * @param {string} region
 * @returns {string}
 */
function leadOf(region) {
  const { code, lead } = readMetadata(region);
  const others = (regionsByCode[code] ?? []).filter(other => other !== region && !TWINS.has(other));
  if (TWINS.has(region)) return '=';
  if (others.length === 0) return '';
  if (LEADS[region]) return LEADS[region];
  if (lead) return [...beginnings(parsePattern(lead), 6)].sort().join(' ');
  if (region !== regionsByCode[code]?.[0]) return ownBeginnings(region, others).sort().join(' ');
  return `!${others.map(leadOf).join(' ')}`;
}

/** Returns the `first` of a plan (src/core/imported-countries.ts). @param {string} region */
function firstOf(region) {
  const metadata = readMetadata(region);
  const mobile = [...beginnings(parsePattern(mobileOf(metadata).pattern), 1)].sort().join('');
  const general = beginnings(parsePattern(metadata.general), 1);
  const low = ['0', '1'].filter(digit => general.has(digit) && !mobile.includes(digit)).join('');
  return low ? `${mobile}.${low}` : mobile;
}

/**
 * The pattern of what is dialled before the code of another country. It takes 00 too, unless a prefix of the region begins with 00:
 * 00 alone would match first and leave the last digit of 001 to the code.
 */
const internationalOf = (/** @type {string} */ prefix) =>
  beginnings(parsePattern(prefix), 2).has('00') ? prefix : `00|${prefix}`;

/** Returns the arguments of `registerCountry`, without those at the end that are its defaults. @param {string} region */
function argumentsOf(region) {
  const source = TWINS.has(region) ? (regionsByCode[countries[region]?.[0]]?.[0] ?? '') : region;
  const metadata = readMetadata(source);
  const isArgentina = region === 'AR';
  // Numbers without an area code are not completed, so an alternative that adds one is left out. A pattern that is nothing else stays.
  const trunk = metadata.code === '1' ? '1' : metadata.trunk.replace(/^\([^)]*\{\d\}\)\$\|/, '');
  /** @type {unknown[]} */
  const list = [
    region,
    metadata.code,
    groupsOf(source),
    MOBILES[region] ?? mobileOf(metadata).pattern,
    firstOf(source),
    isArgentina ? `${trunk.replace(/^0\?\(\?:/, '9?0?').replace(/\)\?$/, '')}|0` : trunk,
    internationalOf(metadata.international),
    leadOf(region),
    metadata.code !== '1' && /\$1|\$2/.test(metadata.replacement) && trunk.includes('(') ? metadata.replacement : '',
    // `legacy`: mobile numbers as they were written without the 9.
    ...(isArgentina ? [['[1-3]\\d{9}', '9']] : []),
  ];
  // The engine adds these from the sixth member on if they are missing.
  const defaults = ['', '00', '', ''];
  while (list.length > 5 && list.at(-1) === defaults[list.length - 6]) list.pop();
  return list;
}

const regions = Object.keys(countries).sort();
/** @type {Map<string, string>} */
const files = new Map();
const names = new Intl.DisplayNames('en', { type: 'region' });
for (const region of regions) {
  files.set(
    `${FOLDER}/${region.toLowerCase()}.ts`,
    `// Generated by \`npm run countries\`: ${names.of(region)}.
import { registerCountry } from './register-country.js';
registerCountry(${argumentsOf(region)
      .map(argument => JSON.stringify(argument))
      .join(', ')});
`,
  );
}
files.set(
  `${FOLDER}/all.ts`,
  `// Generated by \`npm run countries\`: every country.
${regions.map(region => `import './${region.toLowerCase()}.js';`).join('\n')}
`,
);

/** The languages of this package in which Chromium has neither names of regions nor a collation. */
const NAMED = ['az', 'be', 'hy', 'ka', 'kk', 'ky', 'tg', 'uz'];

/** ICU has no order for Tajik, whose letters with a macron, a stroke or a tail come after those without. */
const TAJIK = 'абвгғдеёжзиӣйкқлмнопрстуӯфхҳчҷшъэюя';

/** Names that begin alike are in the order of the first letter that differs. @param {string} one @param {string} other */
function compareTajik(one, other) {
  const [places, otherPlaces] = [one, other].map(name =>
    Array.from(name.toLowerCase(), letter => TAJIK.indexOf(letter)),
  );
  const at = places?.findIndex((place, index) => place !== otherPlaces?.[index]) ?? -1;
  // A name that is the beginning of the other one comes first.
  return at < 0 ? -1 : (places?.[at] ?? 0) - (otherPlaces?.[at] ?? -1);
}

for (const language of process.argv.includes('--names') ? NAMED : []) {
  const own = new Intl.DisplayNames(language, { type: 'region' });
  const compare = language === 'tg' ? compareTajik : new Intl.Collator(language).compare;
  // ICU writes the Uzbek letters oʻ and gʻ with another sign in some names.
  const nameOf = (/** @type {string} */ region) => (own.of(region) ?? region).replace(/([og])\u2018/gi, '$1ʻ');
  const lines = regions.map(region => ({ region, name: nameOf(region) }));
  const list = lines.sort((a, b) => compare(a.name, b.name)).map(({ region, name }) => region + name);
  files.set(
    `${FOLDER}/names-${language}.ts`,
    `// Generated by \`npm run countries -- --names\`: ${new Intl.DisplayNames('en', { type: 'language' }).of(language)}, from ICU ${process.versions.icu}.
import { registerCountryNames } from './register-country.js';
registerCountryNames(${JSON.stringify(language)}, ${JSON.stringify(list.join('|'))});
`,
  );
}

files.set(
  PAGE,
  replaceBetween(
    readFileSync(PAGE, 'utf8'),
    'metadata',
    `The plans are of libphonenumber-js ${version}, for ${regions.length} regions.`,
  ),
);

// Each country is an export of package.json, and `all`, `parse` and the names beside them.
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const others = Object.entries(manifest.exports).filter(([name]) => !name.startsWith('./countries/'));
const entries = [
  ...regions.map(region => region.toLowerCase()),
  'all',
  'parse',
  ...NAMED.map(language => `names-${language}`),
]
  .sort()
  .map(name => [
    `./countries/${name}.js`,
    { types: `./dist/types/countries/${name}.d.ts`, default: `./dist/countries/${name}.js` },
  ]);
// They come before the files that aren't modules.
const last = others.findIndex(([name]) => name === './auth-widget.min.js');
manifest.exports = Object.fromEntries([...others.slice(0, last), ...entries, ...others.slice(last)]);
files.set('package.json', JSON.stringify(manifest));

const isCheck = process.argv.includes('--check');
const outdated = [];
for (const [file, text] of files) {
  const formatted = await formatText(file, text);
  if (existsSync(file) && readFileSync(file, 'utf8') === formatted) continue;
  outdated.push(file);
  if (!isCheck) writeFileSync(file, formatted);
}
for (const name of readdirSync(FOLDER)) {
  const file = `${FOLDER}/${name}`;
  if (!/^([a-z]{2})\.ts$/.test(name) || files.has(file)) continue;
  outdated.push(file);
  if (!isCheck) rmSync(file);
}
if (isCheck && outdated.length > 0) {
  console.error(`Out of date: run \`npm run countries\`.\n  ${outdated.join('\n  ')}`);
  process.exitCode = 1;
}
