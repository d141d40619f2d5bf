/**
 * How many times the work of the first step each step takes. The last one is about as much as a phone, four times slower
 * than a computer, does in the four minutes after which the widget gives up (`npm run simulate:attack`).
 */
const works = [1, 5, 25, 100, 500] as const;

/** Steps of the difficulty. */
export const steps = works.length;

/** How many times the work of the first step a step takes, from 1 to `steps`. */
export const workOfStep = (step: number): number => works[step - 1]!;

/** What was used of the budgets that a call counts towards. Shares are from 0 to 1. */
export interface Use {
  /** The highest share of the budgets of the address and its networks, by hour and by day. */
  readonly share: number;
  /** The highest share of the budgets of all, by hour and by day; 0 where there are none. */
  readonly totalShare: number;
  /** Calls of the address today, before this one. */
  readonly today: number;
  /**
   * What the address or one of its networks has had in this minute, challenges (this one included) and SMS that met none, as a
   * share of what people have in a busy one.
   */
  readonly minuteShare: number;
}

/** From which use on the difficulty climbs. */
export interface Thresholds {
  /** Share of a budget of an address from which the step is above the first. */
  readonly climb: number;
  /** Share of the budgets of all from which each call meets a challenge. */
  readonly total: number;
}

/** How much more of a budget of an address is used at each further step. */
const climbStep = 0.05;

/** How much more of the budgets of all is used at each further step that can be reached. */
const totalStep = 0.1;

/** Share of a busy minute from which each further challenge is of the last step. */
const hardMinute = 4 / 3;

/**
 * The step of a challenge that is given now, 1 to `steps`: the highest of three.
 *
 * - By the share of the address and its networks: the first step up to `climb`, then one more for each twentieth of the
 *   budget.
 * - By what comes within a minute: more than people have in a busy one is of the last step but one, more than a third more of
 *   the last. Budgets of an hour do not tell ten calls in a minute, from a machine, from ten in an hour, from people.
 * - By all together: from `total` on, and with each further tenth of the budget, one more step may be reached. How many of them
 *   a call takes depends on the address: two calls a day are at the first step, each further one climbs.
 */
export function stepOf({ share, totalShare, today, minuteShare }: Use, { climb, total }: Thresholds): number {
  // Shares are quotients of integers: without the small addition 0.45 would be less than 0.4 + 0.05.
  const floor = (value: number) => Math.floor(value + 1e-9);
  const byShare = share < climb ? 1 : 2 + floor((share - climb) / climbStep);
  const byMinute = minuteShare <= 1 ? 1 : minuteShare <= hardMinute ? steps - 1 : steps;
  const reachable = totalShare < total ? 1 : 2 + floor((totalShare - total) / totalStep);
  const byAll = Math.min(reachable, Math.max(1, today));
  return Math.min(steps, Math.max(byShare, byMinute, byAll));
}
