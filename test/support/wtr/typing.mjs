// The test files of `browsers` that `npm test` runs in all three engines: real keys, paste, selection, focus and submission, in which the
// engines differ. It runs the others in Chromium alone; `npm test -- engines` runs every file in Firefox and WebKitGTK.
export const typing = [
  'auth-widget/auth-widget-focus',
  'auth-widget/auth-widget-forms',
  'code-input/code-input',
  'code-input/code-input-caret',
  'code-input/code-input-completion',
  'code-input/code-input-paste',
  'code-input/type-ahead',
  'control/field-editor-composition',
  'control/field-editor-sequences',
  'control/text-control-focus',
  'phone-input/phone-input',
  'phone-input/phone-input-entry',
].map(name => `test/elements/${name}.test.ts`);
