// Leaves out of a dependency what the elements never call: in the one file, the classic script and the modules for browsers. A
// bundler keeps these parts, because it can't tell that a method of a class is never called, nor a function that the library
// would call for another page. The tests of the elements run without these parts too (web-test-runner.config.mjs), so a part
// that is needed after all makes them fail. The lists are in without-unused-xstate.mjs and without-unused-lit.mjs.
import { parseSync } from 'vite';

/**
 * A part of a syntax tree (ESTree), with its offsets in the code.
 * @typedef {{ type: string, start: number, end: number } & Record<string, unknown>} Node
 */

/**
 * A part that is left out: what it is listed as, and the text in its place, which must not be longer than the part.
 * @typedef {{ name: string, target: Pick<Node, 'start' | 'end'>, text: string }} Replacement
 */

/**
 * What is left out of a library.
 * @typedef {object} Library
 * @property {string} title
 * @property {(id: string) => boolean} includes whether this is one of its modules
 * @property {readonly string[]} names the name of each part that is left out
 * @property {(node: Node) => readonly Replacement[]} replacementsIn what is left out at a node
 */

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
export const isNode = value => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/**
 * The name of an identifier; '' of any other node.
 * @param {unknown} node
 */
export const nameOf = node => (isNode(node) && node.type.endsWith('Identifier') ? String(node.name) : '');

/**
 * Whether a node is `void …`, as build tools write `undefined`.
 * @param {unknown} node
 */
export const isUndefined = node => isNode(node) && node.type === 'UnaryExpression' && node.operator === 'void';

/**
 * A node and every node below it, the outer ones first.
 * @param {Node} node
 * @returns {Generator<Node, void>}
 */
export function* nodesIn(node) {
  yield node;
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* nodesIn(child);
}

/**
 * Returns the code of a module without the parts that the library lists. Spaces fill the rest of each part, so the remaining code keeps
 * its offsets and source maps stay correct.
 * @param {string} code
 * @param {Library} library
 * @param {Set<string>} [missing] the names that are still to be found
 */
export function withoutUnused(code, { replacementsIn }, missing) {
  const { program } = parseSync('library.js', code, { preserveParens: false });
  const nodes = nodesIn(/** @type {Node} */ (/** @type {unknown} */ (program)));
  const replacements = [...nodes].flatMap(node => replacementsIn(node));
  let result = code;
  let end = 0;
  for (const { name, target, text } of replacements.sort((a, b) => a.target.start - b.target.start)) {
    missing?.delete(name);
    if (target.start < end) continue; // inside a part that is already left out
    ({ end } = target);
    const blank = result.slice(target.start + text.length, target.end).replace(/\S/g, ' ');
    result = result.slice(0, target.start) + text + blank + result.slice(target.end);
  }
  return result;
}

/**
 * The plugin that leaves out the listed parts of a library. The build fails if a later version has no part of a listed name. A
 * build in which no listed name is found passes, because it doesn't include the library.
 * @param {Library} library
 * @returns {import('vite').Plugin}
 */
export function leaveOutUnused(library) {
  const names = new Set(library.names);
  const missing = new Set(names);
  return {
    name: `without-unused-${library.title}`,
    transform: (code, id) =>
      library.includes(id) ? { code: withoutUnused(code, library, missing), map: null } : undefined,
    generateBundle() {
      const isIncluded = missing.size < names.size;
      if (isIncluded && missing.size > 0) this.error(`${library.title} has no part named ${[...missing].join(', ')}.`);
    },
  };
}
