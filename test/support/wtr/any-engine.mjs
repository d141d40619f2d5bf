// Tests whose outcome doesn't depend on the browser's engine: what the widget does, says and sends. `npm test` runs them in
// Chromium alone; `npm test -- engines` runs every file in Firefox and WebKitGTK.
const ofWidget = [
  'blocked',
  'challenge',
  'client',
  'code-help',
  'drafts',
  'misuse',
  'modes',
  'new-account',
  'other-servers',
  'renders',
  'rules',
  'status',
  'texts',
  'translated',
];

export const anyEngine = [
  ...ofWidget.map(name => `test/elements/auth-widget/auth-widget-${name}.test.ts`),
  'test/histories/widget-histories.test.ts',
  'test/testing/conformance.test.ts',
];
