import js from '@eslint/js';
import lit from 'eslint-plugin-lit';
import a11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

// Which module may import which is in .dependency-cruiser.mjs; `npm run lint` runs both.

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

const noMarkupFromStrings = {
  selector: "MemberExpression[property.name='innerHTML']",
  message: 'Nothing is rendered from a string of markup.',
};

export default defineConfig(
  globalIgnores([
    '**/dist/',
    'out/',
    'coverage/',
    '**/.data/',
    'test/e2e/pages/',
    'test/backends/better-auth/',
    'test/backends/{kratos,supabase}/{page,app}/',
    'examples/',
    'site/',
    'create/servers/*/',
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        project: ['tsconfig.json', 'tsconfig.node.json', 'tsconfig.e2e.json', 'server/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      // `noUncheckedIndexedAccess` adds undefined to every element of an array. `!` says that the index exists.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A number is safe in a template string; undefined, objects and arrays are not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // As a listener, `() => call()` is shorter than a block, and just as clear.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          // node:test itself waits for its tests.
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['test', 'it', 'describe', 'suite'] },
            // @open-wc/semantic-dom-diff types `equal()` as a promise, but it is one only for DOM snapshots.
            { from: 'package', package: 'chai', name: 'Equal' },
          ],
        },
      ],
    },
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
      'no-restricted-syntax': ['error', noMarkupFromStrings],
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
    // src/server/ runs in the apps of other people, beside the client.
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
  {
    files: [
      '*.mjs',
      'scripts/**',
      'create/**',
      'bench/**',
      'contract-check/**',
      'test/**',
      'demo/*.ts',
      'demo/pages/**',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**', 'server/test/**', 'contract-check/**'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off', // chai's assertions are property accesses
      '@typescript-eslint/no-empty-function': 'off', // a test double of a callback does nothing
      '@typescript-eslint/unbound-method': 'off', // fixtures are destructured: their functions do not use `this`
    },
  },
  {
    // Queries are typed like querySelector, so the caller names the type of the element.
    files: ['test/support/**'],
    rules: { '@typescript-eslint/no-unnecessary-type-parameters': 'off' },
  },
  {
    // These files are compiled and never run. Their expressions are there for their types, or for the errors that they must cause.
    files: ['test/types/**'],
    rules: {
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // JavaScript is typed by JSDoc, in which values from outside (JSON, a page) are `any`.
    files: ['**/*.mjs', 'test/e2e/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // The types for frameworks import packages that are not installed here.
  { files: ['types/**'], extends: [tseslint.configs.disableTypeChecked] },
);
