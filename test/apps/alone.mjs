/**
 * The test files here that must not run beside others: none. Each app has its own folder, ports and browser.
 * @type {readonly string[]}
 */
export const alone = [];
