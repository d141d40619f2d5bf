/** Whether the run has FULL=1: everything that `npm test` leaves out because it takes long (scripts/suites/left-out.mjs). */
export const isFull = process.env.FULL === '1';

/**
 * Draws every fifth of many similar tests. With FULL=1 it returns all of them.
 * @template T
 * @param {readonly T[]} items
 * @param {number} [turn] shifts what is drawn by one item, so that five turns draw every item once
 */
export const sample = (items, turn = 0) => items.filter((_, index) => isFull || (index + turn) % 5 === 0);
