// Tests whose outcome doesn't depend on the browser's engine: what the widget does, says and sends, and what its style sheets
// say: colours, properties and sizes that are computed from them. The list also has the two files that take longest in the other
// engines, hostile-pages and auth-widget-width. `npm test` runs the list in Chromium alone; `npm test -- engines` runs every file in
// Firefox and WebKitGTK.
const ofWidget = [
  'a11y',
  'added-members',
  'blocked',
  'captcha',
  'client',
  'client-events',
  'code-help',
  'deferred',
  'device-memory',
  'drafts',
  'earlier-code',
  'events',
  'links',
  'misuse',
  'modes',
  'modes-sign-out',
  'new-account',
  'other-servers',
  'paths',
  'polluted-prototype',
  'proof-of-work',
  'renders',
  'restoring',
  'rules',
  'screens',
  'secrets',
  'signed-in',
  'status',
  'texts',
  'translated',
  'width',
];

export const anyEngine = [
  ...ofWidget.map(name => `test/elements/auth-widget/auth-widget-${name}.test.ts`),
  ...[
    'controllers/client-controller',
    'controllers/countdown',
    'model/auth-context',
    'signed-in-listeners',
    'signed-in-listeners-replaced',
  ].map(name => `test/elements/auth-widget/${name}.test.ts`),
  'test/elements/code-input/code-input-properties.test.ts',
  ...['a11y', 'language', 'properties', 'sending'].map(name => `test/elements/control/text-control-${name}.test.ts`),
  'test/elements/country-field/country-warnings.test.ts',
  ...['contrast', 'hostile-pages', 'older-browsers', 'text-size', 'theming'].map(
    name => `test/elements/${name}.test.ts`,
  ),
  // What the wrappers pass on; those of React and Vue, with real keys, run in every engine.
  ...['app-auth', 'client-owner', 'preact', 'react-plain-tag', 'react-props', 'solid', 'svelte'].map(
    name => `test/frameworks/${name}.test.ts`,
  ),
  'test/demo/demo.test.ts',
  'test/histories/widget-histories.test.ts',
  'test/testing/conformance/conformance.test.ts',
];
