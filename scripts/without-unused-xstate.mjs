// Leaves out of XState what the chart of src/machine/ never calls, in the builds that include XState: the one file and the
// modules for browsers. A bundler can't: methods of a class, and functions that the interpreter would call for another chart,
// are in use as far as it can tell. The tests of the elements run without these parts too (web-test-runner.config.mjs), so a
// part that is needed after all makes them fail.
import { parseSync } from 'vite';

/** Functions whose bodies are emptied, with what they return instead of undefined. */
const FUNCTIONS = new Map([
  // Transitions after a delay, and by `xstate.route`.
  ['getDelayedTransitions', 'return []'],
  ['formatRouteTransitions', ''],
  // Events by a pattern: each event of the chart is named.
  ['matchesEventDescriptor', ''],
  // A question that only tests ask a snapshot.
  ['can', ''],
  // Actors that an action or the context creates. The chart only invokes them.
  ['createSpawner', ''],
  // Snapshots that are stored. The client stores a FlowRecord.
  ['getPersistedSnapshot', ''],
]);

/** Methods, getters and functions in properties and variables whose bodies are emptied. */
const MEMBERS = new Set([
  // The chart as JSON.
  'definition',
  'events',
  'on',
  'ownEvents',
  'toJSON',
  // Snapshots that are stored.
  'getPersistedSnapshot',
  'resolveState',
  'restoreSnapshot',
  // Developer tools, inspection, emitted events, selected values.
  'attachDevTools',
  'emit',
  'inspect',
  'select',
  'sendInspectionEvent',
  // Delayed events, and actors with an id in the whole system.
  '_set',
  'cancel',
  'cancelAll',
  'getAll',
  'schedule',
]);

/** A function whose calls are removed, with their arguments: it tells inspectors about every step. */
const REMOVED_CALL = '_sendInspectionEvent';

/** What a field begins with that has no value yet. Such an assignment is removed, as nothing asks whether the field exists. */
const NO_VALUE = 'void 0';

/** The constructor whose arguments are removed: messages about mistakes in a chart, which the tests of the machine show. */
const MUTE_ERROR = 'Error';

/**
 * A part of a syntax tree (ESTree), with its offsets in the code.
 * @typedef {{ type: string, start: number, end: number } & Record<string, unknown>} Node
 */

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
const isNode = value => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** @param {unknown} key */
const nameOf = key => (isNode(key) ? String(key.name) : '');

/** @param {unknown} value */
const isNoValue = value => isNode(value) && value.type === 'UnaryExpression' && value.operator === 'void';

/**
 * Every node below this one, the outer ones first.
 * @param {Node} node
 * @returns {Generator<Node, void>}
 */
function* nodesIn(node) {
  yield node;
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* nodesIn(child);
}

/**
 * What takes the place of a node's text, and the listed name that it goes by; undefined if the node stays.
 * @param {Node} node
 * @returns {{ name: string, target: Node, text: string } | undefined}
 */
function replacementOf(node) {
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') {
    const name = nameOf(node.id);
    const text = FUNCTIONS.get(name);
    return text === undefined ? undefined : { name, target: /** @type {Node} */ (node.body), text: `{${text}}` };
  }
  if (node.type === 'MethodDefinition' || node.type === 'Property' || node.type === 'VariableDeclarator') {
    const name = nameOf(node.key ?? node.id);
    const { type = '', body } = /** @type {Partial<Node>} */ (node.value ?? node.init ?? {});
    return MEMBERS.has(name) && /Function/.test(type) && isNode(body)
      ? { name, target: body, text: body.type === 'BlockStatement' ? '{}' : '0' }
      : undefined;
  }
  if (node.type === 'NewExpression' && nameOf(node.callee) === MUTE_ERROR) {
    const [target] = /** @type {Node[]} */ (node.arguments);
    return target && { name: MUTE_ERROR, target, text: '' };
  }
  if (node.type === 'ExpressionStatement') {
    const { callee, left, right } = /** @type {Node} */ (node.expression);
    if (isNode(left) && isNode(left.object) && left.object.type === 'ThisExpression' && isNoValue(right))
      return { name: NO_VALUE, target: node, text: ';' };
    return isNode(callee) && nameOf(callee.property) === REMOVED_CALL
      ? { name: REMOVED_CALL, target: node, text: ';' }
      : undefined;
  }
  return undefined;
}

/**
 * Returns a module of XState without these parts. What is left keeps its place, so that source maps stay right.
 * @param {string} code
 * @param {Set<string>} [missing] the names that are still to be found
 */
export function withoutUnused(code, missing) {
  let result = code;
  let end = 0;
  const { program } = parseSync('xstate.js', code);
  for (const node of nodesIn(/** @type {Node} */ (/** @type {unknown} */ (program)))) {
    const replacement = replacementOf(node);
    if (!replacement) continue;
    const { name, target, text } = replacement;
    missing?.delete(name);
    if (target.start < end) continue; // inside a part that is already left out
    ({ end } = target);
    const blank = result.slice(target.start + text.length, target.end).replace(/\S/g, ' ');
    result = result.slice(0, target.start) + text + blank + result.slice(target.end);
  }
  return result;
}

/**
 * Whether this is a module of XState's interpreter. `xstate/graph`, which tests use, is left alone.
 * @param {string} id
 */
export const isXState = id => /\/node_modules\/xstate\/dist\/(?!xstate-graph)/.test(id);

/**
 * Fails the build if a later version of XState has no part of a listed name.
 * @returns {import('vite').Plugin}
 */
export function withoutUnusedXState() {
  const names = new Set([...FUNCTIONS.keys(), ...MEMBERS, REMOVED_CALL, NO_VALUE, MUTE_ERROR]);
  const missing = new Set(names);
  return {
    name: 'without-unused-xstate',
    transform: (code, id) => (isXState(id) ? { code: withoutUnused(code, missing), map: null } : undefined),
    generateBundle() {
      const includesXState = missing.size < names.size;
      if (includesXState && missing.size > 0) this.error(`XState has no part named ${[...missing].join(', ')}.`);
    },
  };
}
