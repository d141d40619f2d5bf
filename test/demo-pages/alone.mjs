// No file here has to run alone, because each file has a server of its own, and each test a browser context of its own.
/** @type {readonly string[]} */
export const alone = [];
