/** What each argument must be, by its name. Only the development build says it: src/development/check.ts. */
export const requirements: Record<string, string> = {};

/** The error for an argument that can't be used: docs/behaviour/flow.md#wrong-settings. */
export const invalidArgument = (name: string): TypeError =>
  new TypeError(`auth-widget: ${name} can't be used${requirements[name] ?? ''}`);
