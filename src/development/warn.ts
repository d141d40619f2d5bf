// The one way in which the development build speaks to a developer.

export function warn(message: string): void {
  // oxlint-disable-next-line no-console -- this module is here to warn
  console.warn(`auth-widget: ${message}`);
}
