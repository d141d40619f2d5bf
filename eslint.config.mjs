import lit from 'eslint-plugin-lit';
import a11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// The rules of src/ about the length of files, about templates and elements, and about the globals that a room may use. `npm run lint` also runs
// oxlint, whose rules are about types and mistakes (.oxlintrc.json), and dependency-cruiser, which knows which module may import which
// (.dependency-cruiser.mjs).

const SERVER_AND_STORAGE = ['fetch', 'localStorage', 'sessionStorage', 'indexedDB', 'XMLHttpRequest', 'WebSocket'];
const DOM = ['document', 'window', 'navigator', 'location', 'customElements', 'HTMLElement'];

/**
 * @param {string[]} names
 * @param {string} message
 */
const forbidden = (names, message) => names.map(name => ({ name, message }));

/**
 * The recommended rules of a plugin.
 * @param {import('eslint').ESLint.Plugin} plugin
 */
const rulesOf = plugin =>
  /** @type {import('eslint').Linter.Config | undefined} */ (plugin.configs?.['flat/recommended'])?.rules;

const MARKUP_SINKS =
  '/^(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment)$/';

// `element.innerHTML` has the name as an identifier, `element['innerHTML']` as a literal.
const noMarkupFromStrings = {
  selector: `MemberExpression:matches([property.name=${MARKUP_SINKS}], [property.value=${MARKUP_SINKS}])`,
  message: 'Nothing is rendered from a string of markup.',
};

export default defineConfig(
  {
    files: ['src/**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    rules: { 'max-lines': ['error', 300], 'no-restricted-syntax': ['error', noMarkupFromStrings] },
  },
  {
    files: ['src/elements/**/*.ts'],
    plugins: { lit, wc, 'lit-a11y': a11y },
    rules: {
      ...rulesOf(lit),
      ...rulesOf(wc),
      ...a11y.configs.recommended.rules,
      'wc/guard-super-call': 'off', // Lit's base classes define the callbacks, so `super` can call them
      'lit/no-invalid-html': 'error',
      'lit/attribute-names': 'off', // attributes are written with hyphens, properties in camel case
    },
  },
  {
    // The element sends events to the machine and renders its snapshots. Asynchronous work belongs to the machine.
    files: ['src/elements/auth-widget/auth-widget.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noMarkupFromStrings,
        { selector: 'AwaitExpression', message: 'auth-widget waits for nothing: the machine does.' },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    // src/server/ runs on the servers of apps, and calls `fetch` itself: it may not import the client.
    ignores: ['src/client/**', 'src/server/**'],
    rules: {
      'no-restricted-globals': ['error', ...forbidden(SERVER_AND_STORAGE, 'Server and storage are for client/ alone.')],
    },
  },
  {
    files: ['src/core/**/*.ts', 'src/countries/**/*.ts', 'src/machine/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...forbidden(SERVER_AND_STORAGE, 'Server and storage are for client/ alone.'),
        ...forbidden(DOM, 'This layer runs without a DOM.'),
      ],
    },
  },
);
