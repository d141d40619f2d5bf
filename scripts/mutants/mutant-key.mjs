/**
 * Returns a text that no other mutant of the same file has.
 * @param {object} mutant
 * @param {import('./report.mjs').Location} mutant.location
 * @param {string} mutant.replacement
 */
export const keyOf = ({ location: { start, end }, replacement }) =>
  `${start.line}:${start.column}-${end.line}:${end.column} ${replacement}`;
