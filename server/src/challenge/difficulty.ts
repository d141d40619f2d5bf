/**
 * The work of each step, as a multiple of the work of the first one. A phone, four times slower than a computer, does about
 * the work of the last step in the four minutes after which the widget gives up (`npm run bench attack`).
 */
const WORKS = [1, 5, 25, 100, 500] as const;

/** The number of steps of the difficulty. */
export const STEPS = WORKS.length;

/** The work of a step, from 1 to `STEPS`, as a multiple of the work of the first one. */
export const workOfStep = (step: number): number => WORKS[step - 1]!;

/** How much is used of the budgets that a call counts towards. Shares are from 0 to 1. */
export interface Use {
  /** The highest share of the budgets of the address and its networks, by hour and by day. */
  readonly share: number;
  /** The highest share of the budgets of all callers, by hour and by day; 0 if there are none. */
  readonly totalShare: number;
  /** How many calls the address has made today before this one. */
  readonly today: number;
  /**
   * How many challenges (with this one) and SMS without a challenge the address or one of its networks got in this minute, as
   * a share of what people get in a busy minute.
   */
  readonly minuteShare: number;
}

/** The shares at which the difficulty starts to climb. */
export interface Thresholds {
  /** The share of an address's budget at which the step is higher than the first. */
  readonly climb: number;
  /** The share of the budgets of all callers at which each call meets a challenge. */
  readonly total: number;
}

/** How much more of an address's budget is used at each further step. */
const CLIMB_STEP = 0.05;

/** How much more of the budgets of all callers is used at each further step that can be reached. */
const TOTAL_STEP = 0.1;

/** The share of a busy minute above which each further challenge is of the last step. */
const HARD_MINUTE = 4 / 3;

/**
 * The step of a challenge that is given now, from 1 to `STEPS`. It's the highest of three:
 *
 * - By the share of the address and its networks: the first step below `climb`, then one more for each twentieth of the
 *   budget.
 * - By the calls of this minute: the last step but one above a busy minute of people, and the last step above four thirds of
 *   one. An hourly budget can't tell ten calls of a machine in a minute from ten calls of people in an hour.
 * - By the share of all callers together: one more step can be reached at `total`, and at each further tenth of the budget.
 *   How high a call climbs depends on its address: two calls a day stay at the first step, and each further one climbs.
 */
export function stepOf({ share, totalShare, today, minuteShare }: Use, { climb, total }: Thresholds): number {
  // Shares are quotients of integers: without the small addend, 0.45 would be less than 0.4 + 0.05.
  const floor = (value: number) => Math.floor(value + 1e-9);
  const byShare = share < climb ? 1 : 2 + floor((share - climb) / CLIMB_STEP);
  const byMinute = minuteShare <= 1 ? 1 : minuteShare <= HARD_MINUTE ? STEPS - 1 : STEPS;
  const reachable = totalShare < total ? 1 : 2 + floor((totalShare - total) / TOTAL_STEP);
  const byAll = Math.min(reachable, Math.max(1, today));
  return Math.min(STEPS, Math.max(byShare, byMinute, byAll));
}
