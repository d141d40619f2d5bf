// The mutants that no test notices, and why none can: `npm run mutants` fails on one that is not listed here. A mutant is
// recognised by its file, the line on which it begins, and what it changes there, as the command prints them.

/** @typedef {{ readonly line: string, readonly mutants: readonly string[], readonly why: string }} Entry */

/** @type {Readonly<Record<string, readonly Entry[]>>} */
export const survivors = {};
