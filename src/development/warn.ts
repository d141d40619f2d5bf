// Every warning of the development build goes through this function.

export function warn(message: string): void {
  // oxlint-disable-next-line no-console -- this module is here to warn
  console.warn(`auth-widget: ${message}`);
}
