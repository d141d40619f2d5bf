// Tests whose outcome doesn't depend on the browser's engine: what the widget does, says and sends, and what its style sheets
// say: colours, properties and sizes that are computed from them. The list also has tests of what Chromium alone shows (its
// autofill, its accessibility tree, the pictures), and four files that take long in the other engines: hostile-pages, auth-widget-width,
// auth-widget-code and auth-widget-countries. The tests of the inputs press the same keys in all engines.
// `npm test` runs the list in Chromium alone; `npm test -- engines` runs every file in Firefox and WebKitGTK.
const ofWidget = [
  'a11y',
  'added-members',
  'blocked',
  'captcha',
  'captcha-in-shadow',
  'client',
  'client-events',
  'code',
  'code-help',
  'countries',
  'deferred',
  'device-memory',
  'drafts',
  'earlier-code',
  'events',
  'lifecycle',
  'links',
  'locale',
  'misuse',
  'modes',
  'modes-sign-out',
  'motion',
  'new-account',
  'other-servers',
  'paths',
  'polluted-prototype',
  'proof-of-work',
  'renders',
  'resilience',
  'restoring',
  'rules',
  'screens',
  'secrets',
  'signed-in',
  'status',
  'styles',
  'texts',
  'translated',
  'wcag',
  'width',
];

export const anyEngine = [
  ...ofWidget.map(name => `test/elements/auth-widget/auth-widget-${name}.test.ts`),
  ...[
    'controllers/client-controller',
    'controllers/countdown',
    'controllers/focus-controller', // auth-widget-focus has its tests in each engine
    'controllers/form-controller',
    'model/auth-context',
    'signed-in-listeners',
    'signed-in-listeners-replaced',
  ].map(name => `test/elements/auth-widget/${name}.test.ts`),
  ...['code-input-properties', 'web-otp'].map(name => `test/elements/code-input/${name}.test.ts`),
  'test/elements/control/field-editor-autofill.test.ts',
  ...['a11y', 'accessibility-tree', 'language', 'properties', 'sending'].map(
    name => `test/elements/control/text-control-${name}.test.ts`,
  ),
  ...['country-choice', 'country-warnings'].map(name => `test/elements/country-field/${name}.test.ts`),
  ...['contrast', 'hostile-pages', 'older-browsers', 'page-styles', 'pictures', 'text-size', 'theming'].map(
    name => `test/elements/${name}.test.ts`,
  ),
  // What the wrappers pass on; those of React and Vue, with real keys, run in every engine.
  ...['app-auth', 'client-owner', 'preact', 'react-hydration', 'react-plain-tag', 'react-props', 'solid', 'svelte'].map(
    name => `test/frameworks/${name}.test.ts`,
  ),
  'test/demo/demo.test.ts',
  'test/histories/widget-histories.test.ts',
  'test/testing/conformance/conformance.test.ts',
  'test/testing/dom.test.ts',
];
