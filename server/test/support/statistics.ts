import { isFull } from '../../../test/support/full.mjs';

/**
 * Measures how well two samples can be distinguished: the probability that a random value of `a` is greater than a random
 * value of `b` (the Mann–Whitney U statistic divided by its maximum). 0.5 means that they can't be distinguished.
 */
export function separation(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map(value => ({ value, first: true })), ...b.map(value => ({ value, first: false }))];
  all.sort((x, y) => x.value - y.value);
  let rankSum = 0;
  for (let i = 0; i < all.length;) {
    let end = i;
    while (end < all.length && all[end]!.value === all[i]!.value) end++;
    // Equal values get the mean of their ranks.
    const rank = (i + 1 + end) / 2;
    for (; i < end; i++) if (all[i]!.first) rankSum += rank;
  }
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
}

/** How many calls of each kind are measured to compare their times. */
export const MEASUREMENTS = isFull ? 300 : 100;

/** How far the `separation` of that many equal values may be from 0.5. Chance exceeds it once in ten thousand runs. */
export const MAX_SEPARATION = 0.1 * Math.sqrt(300 / MEASUREMENTS);

/** The median of a sample. */
export function median(values: readonly number[]): number {
  return [...values].sort((x, y) => x - y)[Math.floor(values.length / 2)]!;
}
