import js from '@eslint/js';
import globals from 'globals';
import lit from 'eslint-plugin-lit';
import a11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

// The layers of src/, lowest first. Each may import what stands before it and nothing that stands after it.
const layers = ['core', 'machine', 'client', 'locales', 'elements', 'define'];
const mayImport = {
  core: [],
  machine: ['core'],
  locales: ['core'],
  client: ['core', 'machine', 'locales'],
  elements: ['core', 'machine', 'client', 'locales'],
  define: ['elements'],
};
const packagesOf = { machine: ['xstate'], client: ['xstate'], elements: ['lit', '@lit/context'] };
const effects = ['fetch', 'localStorage', 'sessionStorage', 'indexedDB', 'XMLHttpRequest', 'WebSocket'];
const browser = ['document', 'window', 'navigator', 'location', 'customElements', 'HTMLElement'];

const layer = name => ({
  files: [`src/${name}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...layers
            .filter(other => other !== name && !mayImport[name].includes(other))
            .map(other => ({
              group: [`**/${other}/**`],
              message: `${name}/ must not import ${other}/: see «Layout» in CONTRIBUTING.md.`,
            })),
          ...['xstate', 'lit', '@lit/context']
            .filter(p => !packagesOf[name]?.includes(p))
            .map(p => ({ group: [p, `${p}/*`], message: `${name}/ must not import ${p}.` })),
        ],
      },
    ],
    'no-restricted-globals': [
      'error',
      ...(name === 'client' ? [] : effects).map(g => ({ name: g, message: 'Effects live in client/.' })),
      ...(name === 'core' || name === 'machine' ? browser : []).map(g => ({
        name: g,
        message: `${name}/ knows no DOM.`,
      })),
    ],
  },
});

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'out/', 'coverage/', '.data/', '**/.data/'] },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
    },
  },
  {
    files: ['src/elements/**/*.ts'],
    plugins: { lit, wc, 'lit-a11y': a11y },
    rules: {
      ...lit.configs['flat/recommended'].rules,
      ...wc.configs['flat/recommended'].rules,
      ...a11y.configs.recommended.rules,
      'wc/guard-super-call': 'off',
      'lit/no-invalid-html': 'error',
      'lit/attribute-names': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[property.name='innerHTML']",
          message: 'Nothing is rendered from a string of markup.',
        },
      ],
    },
  },
  ...layers.map(layer),
  {
    // The wall between the flow and the view: the element sends and renders, and waits for nothing.
    files: ['src/elements/auth-widget.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'AwaitExpression', message: 'auth-widget waits for nothing: the machine does.' },
        {
          selector: "MemberExpression[property.name='innerHTML']",
          message: 'Nothing is rendered from a string of markup.',
        },
      ],
    },
  },
  { files: ['**/*.mjs', 'scripts/**', 'test/**', 'demo/**'], rules: { 'no-console': 'off' } },
  { files: ['test/**', 'demo/server/test/**'], rules: { '@typescript-eslint/no-unused-expressions': 'off' } },
  { files: ['demo/server/**'], rules: { 'no-console': 'error' } },
);
