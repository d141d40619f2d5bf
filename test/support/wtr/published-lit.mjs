// Lit as the one file contains it: its minified build, without what the elements never call. The modules of src/ have it, and
// `@lit-labs/ssr-client`, which hydrates them. The helpers of the tests have a copy of their own, Lit's development build, because
// their templates need what is left out.

/** What makes the address of a module one of this copy. */
const MARK = '?published';

/** The modules without a path of their own. */
const ENTRIES = new Map([
  ['lit', 'lit/index.js'],
  ['lit-html', 'lit-html/lit-html.js'],
  ['@lit/reactive-element', '@lit/reactive-element/reactive-element.js'],
]);

/** @returns {import('@web/test-runner').TestRunnerPlugin} */
export const publishedLit = () => ({
  name: 'published-lit',
  resolveImport({ source, context }) {
    const isOfThisCopy = context.url.endsWith(MARK);
    if (isOfThisCopy && source.startsWith('.')) return `${source}${MARK}`;
    const isUser = isOfThisCopy || /^\/(src|node_modules\/@lit-labs\/ssr-client)\//.test(context.path);
    const isLit = /^(lit|lit-html|lit-element|@lit\/reactive-element)(\/|$)/.test(source);
    return isUser && isLit ? `/node_modules/${ENTRIES.get(source) ?? source}${MARK}` : undefined;
  },
});
