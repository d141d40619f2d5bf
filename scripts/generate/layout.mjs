// Writes the tables of the rooms, from the rules in .dependency-cruiser.mjs: those of src/ into CONTRIBUTING.md, those of
// server/src/ into server/README.md. Fails if a folder of src/ has no rule, or if the rules allow rooms to import each other in
// a circle.
//   node scripts/generate/layout.mjs --check   writes nothing, and fails if a table is out of date
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SERVER, SRC } from '../../.dependency-cruiser.mjs';
import { formatText } from './format-text.mjs';
import { replaceBetween } from './replace-between.mjs';

/** @typedef {Readonly<Record<string, import('../../.dependency-cruiser.mjs').Room>>} Rooms */

/**
 * Shortens a list of room names: `core/*` stands for a room together with all rooms in it.
 * @param {readonly string[]} names
 * @param {Rooms} rooms all of them
 */
function shorten(names, rooms) {
  const whole = Object.keys(rooms).filter(room => {
    const within = Object.keys(rooms).filter(name => name.startsWith(`${room}/`));
    return within.length > 0 && [room, ...within].every(name => names.includes(name));
  });
  const shown = names.flatMap(name => {
    const around = whole.find(room => name === room || name.startsWith(`${room}/`));
    return around === undefined ? name : `${around}/*`;
  });
  return [...new Set(shown)];
}

/**
 * @param {Rooms} rooms
 * @param {string} folder the folder of the rooms
 */
const table = (rooms, folder) =>
  [
    `| room of \`${folder}\` | what it holds | may import |`,
    '| --- | --- | --- |',
    ...Object.entries(rooms)
      .sort(([one], [other]) => orderOf(one, rooms) - orderOf(other, rooms))
      .map(([name, { what, rooms: names }]) => {
        const imported = shorten(names, rooms).filter(other => other !== name);
        return `| \`${name}\` | ${what} | ${imported.map(other => `\`${other}\``).join(', ') || 'nothing'} |`;
      }),
  ].join('\n');

/**
 * Returns a number that rooms are sorted by. Rooms inside a room follow it; otherwise the order is that of the rules.
 * @param {string} name
 * @param {Rooms} rooms
 */
function orderOf(name, rooms) {
  const names = Object.keys(rooms);
  const first = names.findIndex(other => other.split('/')[0] === name.split('/')[0]);
  return first * 1000 + name.split('/').length * 100 + names.indexOf(name);
}

/**
 * The folders below a folder that directly contain TypeScript files.
 * @param {string} folder
 */
const foldersIn = folder =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => path.dirname(name).split(path.sep).join('/'))
      .filter(name => name !== '.'),
  );

/**
 * Returns all rooms that a room may import, directly or through other rooms.
 * @param {string} name
 * @param {Rooms} rooms
 */
function reachableFrom(name, rooms) {
  const found = new Set(rooms[name]?.rooms);
  for (const other of found) for (const further of rooms[other]?.rooms ?? []) found.add(further);
  return found;
}

for (const rooms of [SRC, SERVER]) {
  const inCircles = Object.keys(rooms).filter(name => reachableFrom(name, rooms).has(name));
  if (inCircles.length > 0) throw new Error(`.dependency-cruiser.mjs allows circles of rooms: ${inCircles.join(', ')}`);
}

const withoutRule = [...foldersIn('src')].filter(name => !(name in SRC));
if (withoutRule.length > 0)
  throw new Error(`.dependency-cruiser.mjs has no rule for src/${withoutRule.join(', src/')}`);

const PAGES = [
  { file: 'CONTRIBUTING.md', content: table(SRC, 'src/') },
  { file: 'server/README.md', content: table(SERVER, 'server/src/') },
];

for (const { file, content } of PAGES) {
  const before = readFileSync(file, 'utf8');
  if (!before.includes('<!-- layout -->')) throw new Error(`${file} has no <!-- layout -->`);
  const page = replaceBetween(before, 'layout', content);
  const after = await formatText(file, page);
  if (!process.argv.includes('--check')) writeFileSync(file, after);
  else if (after !== before) {
    console.error(`The layout in ${file} is out of date: run \`npm run manifest\`.`);
    process.exitCode = 1;
  }
}
