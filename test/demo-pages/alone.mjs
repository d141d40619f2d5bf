// The files that must not run beside others: none, each test has a server and a browser context of its own.
/** @type {readonly string[]} */
export const alone = [];
