/**
 * What tells a mutant from the others of its file.
 * @param {object} mutant
 * @param {import('./report.mjs').Location} mutant.location
 * @param {string} mutant.replacement
 */
export const keyOf = ({ location: { start, end }, replacement }) =>
  `${start.line}:${start.column}-${end.line}:${end.column} ${replacement}`;
