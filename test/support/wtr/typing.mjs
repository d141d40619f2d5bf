// The test files of `browsers` that `npm test` runs in all three engines. They are about real keys, paste, selection and focus, in which the
// engines differ. It runs the others in Chromium alone; `npm test -- engines` runs every file in Firefox and WebKitGTK.
export const typing = [
  'auth-widget/auth-widget-focus',
  'code-input/code-input',
  'code-input/code-input-caret',
  'code-input/code-input-paste',
  'code-input/type-ahead',
  'control/field-editor-composition',
  'phone-input/phone-input-entry',
].map(name => `test/elements/${name}.test.ts`);
