/** No file: `npm test` runs several of them at once. Each app has its own folder, ports and browser. @type {readonly string[]} */
export const alone = [];
