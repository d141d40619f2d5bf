// What is left out of Lit: parts that only other templates and elements need. If ours need one, the tests of the elements fail
// (without-unused.mjs). Ours have no directives, no values in comments or in elements with raw text (such as `<style>`), no SVG, no
// MathML, no `css` with values, and no decorators. Lit publishes minified modules, so the parts are found by the names and texts that a
// minifier keeps.
import { isNode, nameOf, nodesIn } from './without-unused.mjs';

/** @typedef {import('./without-unused.mjs').Node} Node */

/** The names of methods and accessors whose bodies are removed. */
const MEMBERS = new Set([
  // What only decorators call.
  'addInitializer',
  // What directives ask of the part that they are in.
  '_$AU',
  'endNode',
  'parentNode',
  'setConnected',
  'startNode',
  'tagName',
]);

/** The names of fields that are never assigned in the result. */
const FIELDS = new Set([
  // What directives ask of a part.
  '_$AN',
  '_$Cv',
  'type',
  // What a part takes from the options of its root, for directives.
  'isConnected',
  // What decorators know of a class.
  'litPropertyMetadata',
  'metadata',
]);

/** Properties that are never set, and the text that replaces each read of them. */
const PROPERTIES = new Map([
  ['litElementPolyfillSupport', 'null'],
  ['litHtmlPolyfillSupport', 'null'],
  ['reactiveElementPolyfillSupport', 'null'],
  // The option of a property whose default value is not reflected.
  ['useDefault', '!1'],
]);

/** The methods whose calls are replaced, and the replacements. */
const CALLS = new Map([
  // They tell directives whether they are connected.
  ['_$AP', '0'],
  ['setConnected', '0'],
  // It looks for values in comments.
  ['indexOf', '-1'],
  // It looks for elements with raw text.
  ['test', '!1'],
]);

/** The types of properties that no attribute is converted to. */
const UNCONVERTED = new Set(['Array', 'Object']);

/** Options of a listener in a template. Ours have none. */
const LISTENER_OPTIONS = new Set(['capture', 'once', 'passive']);

/**
 * The literals that no value equals: the types of templates with SVG (2) and MathML (3), the type of a directive on an element (6), and
 * the start of a comment.
 */
const COMPARED = new Set(['2', '3', '6', '!--']);

/** @param {unknown} node */
const valueOf = node => (isNode(node) && node.type === 'Literal' ? String(node.value) : '');

/**
 * The name of the property that an expression reads.
 * @param {unknown} node
 */
const propertyOf = node => (isNode(node) && node.type === 'MemberExpression' ? nameOf(node.property) : '');

/**
 * The name of the property that an expression sets.
 * @param {unknown} node
 */
const setBy = node => (isNode(node) && node.type === 'AssignmentExpression' ? propertyOf(node.left) : '');

/**
 * Whether a node, or one below it, reads a property of this name.
 * @param {unknown} node
 * @param {string} name
 */
const reads = (node, name) => isNode(node) && [...nodesIn(node)].some(inner => propertyOf(inner) === name);

/**
 * Returns the replacements that leave only the first branch of a conditional expression.
 * @param {string} name
 * @param {Node} node
 */
function onlyFirst(name, { start, end, consequent }) {
  const { start: from, end: to } = /** @type {Node} */ (consequent);
  return [
    { name, target: { start, end: from }, text: '' },
    { name, target: { start: to, end }, text: '' },
  ];
}

/** @type {Readonly<Record<string, (node: any) => readonly (import('./without-unused.mjs').Replacement | false)[]>>} */
const VISITORS = {
  MethodDefinition(node) {
    const name = nameOf(node.key);
    const target = node.value.body;
    if (MEMBERS.has(name)) return [{ name, target, text: '{}' }];
    const inner = [...nodesIn(target)];
    // Without the field `type`, the constructors of derived parts only call the inherited one.
    if (
      name === 'constructor' &&
      inner.some(each => each.type === 'Super') &&
      inner.some(each => setBy(each) === 'type')
    )
      return [{ name: 'constructor', target: node, text: '' }];
    const pattern = node.value.params.find((/** @type {Node} */ each) => each.type === 'ObjectPattern');
    const option = pattern?.properties.find((/** @type {Node} */ each) => nameOf(each.key) === 'useDefault');
    return option
      ? inner
          .filter(each => each.type === 'Identifier' && each.name === option.value.name)
          .map(each => ({ name: 'useDefault', target: each, text: '0' }))
      : [];
  },
  FunctionDeclaration: node => [
    // The function that finds the directive of a value and lets it replace the value.
    reads(node.body, '_$litDirective$') && {
      name: '_$litDirective$',
      target: node.body,
      text: `{return ${nameOf(node.params[1])}}`,
    },
  ],
  CallExpression(node) {
    const called = propertyOf(node.callee);
    const text = CALLS.get(called);
    if (text) return [{ name: called, target: node, text }];
    const versions = setBy(node.callee.object);
    if (/Versions$/.test(versions)) return [{ name: versions, target: node, text: '0' }];
    // The default values of properties with `useDefault`. There are none.
    if (called === 'get' && propertyOf(node.callee.object) === '_$Ej')
      return [{ name: '_$Ej', target: node.callee.object, text: 'null' }];
    // The search for a directive on an element.
    if (called === 'startsWith' && nameOf(node.arguments[0])) return [{ name: called, target: node, text: '!1' }];
    const [argument] = node.arguments;
    return [nameOf(node.callee) === 'Error' && argument && { name: 'Error', target: argument, text: '' }];
  },
  AssignmentExpression: node => [FIELDS.has(setBy(node)) && { name: `${setBy(node)} =`, target: node, text: '0' }],
  MemberExpression(node) {
    const name = propertyOf(node);
    // Metadata of decorators.
    if (node.computed && propertyOf(node.property) === 'metadata')
      return [{ name: 'metadata', target: node, text: 'null' }];
    const text = PROPERTIES.get(name);
    return [text !== undefined && { name, target: node, text }];
  },
  BinaryExpression(node) {
    const value = valueOf(node.left);
    const property = propertyOf(node.left);
    if (LISTENER_OPTIONS.has(property) && propertyOf(node.right) === property)
      return [{ name: property, target: node, text: '!1' }];
    // 2 and 3 are types of parts too. A part's type is read as a property, and such a comparison stays.
    const isCompared = node.operator === '===' && COMPARED.has(value) && (value === '6' || !propertyOf(node.right));
    return [isCompared && { name: `${value} ===`, target: node, text: '!1' }];
  },
  ConditionalExpression(node) {
    // The second branches are for templates that a compiler has prepared, `css` with values, and listeners that are objects.
    if (reads(node.consequent, '_$AC')) return onlyFirst('_$AC', node);
    if (reads(node.alternate, 'reduce')) return onlyFirst('reduce', node);
    return reads(node.alternate, 'handleEvent') ? onlyFirst('handleEvent', node) : [];
  },
  SwitchCase: node => [UNCONVERTED.has(nameOf(node.test)) && { name: nameOf(node.test), target: node, text: '' }],
  // The error for a `CSSResult` that a page constructs itself.
  IfStatement: node => [reads(node.test, '_$cssResult$') && { name: '_$cssResult$', target: node, text: '' }],
};

/** @type {import('./without-unused.mjs').Library} */
export const unusedLit = {
  title: 'Lit',
  includes: id => /\/node_modules\/(lit-html|lit-element|@lit\/reactive-element)\/[^/]+\.js(\?|$)/.test(id),
  names: [
    ...MEMBERS,
    ...[...FIELDS].map(name => `${name} =`),
    ...PROPERTIES.keys(),
    ...CALLS.keys(),
    ...UNCONVERTED,
    ...LISTENER_OPTIONS,
    ...[...COMPARED].map(value => `${value} ===`),
    ...['constructor', '_$litDirective$', '_$Ej', 'startsWith', 'Error', 'metadata', '_$AC', 'reduce', 'handleEvent'],
    ...['reactiveElementVersions', 'litHtmlVersions', 'litElementVersions', '_$cssResult$'],
  ],
  replacementsIn: node => (VISITORS[node.type]?.(node) ?? []).filter(replacement => !!replacement),
};
