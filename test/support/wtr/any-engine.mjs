// Tests whose outcome doesn't depend on the browser's engine: what the widget does, says and sends. `npm test` runs them in
// Chromium alone; `npm test -- engines` runs every file in Firefox and WebKitGTK.
const ofWidget = [
  'blocked',
  'challenge',
  'client',
  'code-help',
  'drafts',
  'earlier-code',
  'events',
  'misuse',
  'modes',
  'new-account',
  'other-servers',
  'paths',
  'renders',
  'rules',
  'status',
  'texts',
  'translated',
];

export const anyEngine = [
  ...ofWidget.map(name => `test/elements/auth-widget/auth-widget-${name}.test.ts`),
  'test/elements/auth-widget/auth-context.test.ts',
  ...['client-controller', 'signed-in-listeners', 'signed-in-listeners-replaced'].map(
    name => `test/elements/auth-widget/controllers/${name}.test.ts`,
  ),
  'test/elements/country-field/country-warnings.test.ts',
  // What the wrappers pass on; those of React and Vue, with real keys, run in every engine.
  ...['app-auth', 'client-owner', 'preact', 'react-props', 'solid', 'svelte'].map(
    name => `test/frameworks/${name}.test.ts`,
  ),
  'test/histories/widget-histories.test.ts',
  'test/testing/conformance.test.ts',
];
