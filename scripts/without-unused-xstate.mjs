// What is left out of XState (without-unused.mjs): the parts that the chart of src/machine/ doesn't need.
import { isNode, isUndefined, nameOf } from './without-unused.mjs';

/** @typedef {import('./without-unused.mjs').Node} Node */

/** Functions whose bodies are replaced by this statement, or emptied. */
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

/** Methods, getters, and functions that a property or a variable holds. Their bodies are emptied. */
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

/** A method whose calls are removed, with their arguments: it tells inspectors about every step. */
const REMOVED_CALL = '_sendInspectionEvent';

/** The first value of a field that has none yet. Its assignment is removed, as nothing asks whether the field exists. */
const NO_VALUE = 'void 0';

/** The constructor whose argument is removed: the message about a mistake in a chart, which the tests of the machine show. */
const MUTE_ERROR = 'Error';

/**
 * Returns what takes the place of a node or of its body, with the listed name of that part; undefined if the node stays.
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
    if (isNode(left) && isNode(left.object) && left.object.type === 'ThisExpression' && isUndefined(right))
      return { name: NO_VALUE, target: node, text: ';' };
    return isNode(callee) && nameOf(callee.property) === REMOVED_CALL
      ? { name: REMOVED_CALL, target: node, text: ';' }
      : undefined;
  }
  return undefined;
}

/** @type {import('./without-unused.mjs').Library} */
export const unusedXState = {
  title: 'XState',
  // `xstate/graph`, which tests use, is left alone.
  includes: id => /\/node_modules\/xstate\/dist\/(?!xstate-graph)/.test(id),
  names: [...FUNCTIONS.keys(), ...MEMBERS, REMOVED_CALL, NO_VALUE, MUTE_ERROR],
  replacementsIn(node) {
    const replacement = replacementOf(node);
    return replacement ? [replacement] : [];
  },
};
