/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/**
 * The median, the lowest and the highest of the values.
 * @param {readonly number[]} values
 */
export const summarize = values => ({ median: median(values), low: Math.min(...values), high: Math.max(...values) });

/**
 * Each value of a page, divided by the value of its floor in the same round. The floor is the bare page that it is compared with.
 * @param {readonly number[]} values
 * @param {readonly number[]} floors
 */
export const ratios = (values, floors) => values.map((value, round) => value / (floors[round] ?? NaN));
