/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** @param {readonly number[]} values */
export const summarize = values => ({ median: median(values), low: Math.min(...values), high: Math.max(...values) });

/**
 * Each value divided by the floor's value in the same round.
 * @param {readonly number[]} values
 * @param {readonly number[]} floors
 */
export const ratios = (values, floors) => values.map((value, round) => value / (floors[round] ?? NaN));
