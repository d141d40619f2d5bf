/**
 * The work of each step, as a multiple of the work of the first one. The widget gives up after four minutes. In that time,
 * a mobile phone that is four times slower than a computer solves most challenges of the last step
 * (`npm run bench attack`).
 */
const WORKS = [1, 5, 25, 100, 500] as const;

/** The number of difficulty steps. */
export const STEPS = WORKS.length;

/** The work of a step, from 1 to `STEPS`, as a multiple of the work of the first one. */
export const workOfStep = (step: number): number => WORKS[step - 1]!;

/** How much of the budgets that a call counts towards is used up. Shares are from 0 to 1, except `minuteShare`. */
export interface Use {
  /** The highest share of the budgets of the address, by hour and by day. */
  readonly share: number;
  /** The highest share of the budgets of its networks, by hour and by day; 0 if it belongs to none. */
  readonly networkShare: number;
  /** The highest share of the budgets that all callers from unknown devices have together, by hour and by day; 0 if there are none. */
  readonly totalShare: number;
  /** How many calls of the address were served in its current 24 hours, before this one. */
  readonly servedToday: number;
  /**
   * The calls of this minute, relative to a busy minute: above 1 if there are more. It's the higher of two shares: of the
   * challenges and SMS without a challenge that the address got, and of the calls served in its network. Both include this call.
   */
  readonly minuteShare: number;
}

/** The shares at which the difficulty starts to climb. */
export interface Thresholds {
  /** The share of the budget of an address or network from which challenges are harder than the first step. */
  readonly climb: number;
  /** The value of `totalShare` from which every request of an unknown device for a code meets a challenge. */
  readonly total: number;
}

/** The share of the budget of an address or network between one step and the next. */
const CLIMB_STEP = 0.05;

/** The difference of `totalShare` between one reachable step and the next. */
const TOTAL_STEP = 0.1;

/**
 * The highest step to which a person can be brought by neighbours in the same network, or by challenges of the same address that
 * nobody solves. A phone takes about half a minute for it.
 */
export const MAX_STEP_BY_OTHERS = STEPS - 1;

/**
 * The step of a challenge that is given now, from 1 to `STEPS`. It's the highest of three steps:
 *
 * - By the share of the address: the first step below `climb`, the second from there, and one more for each further
 *   twentieth of the budget. The share of its networks counts likewise, up to `MAX_STEP_BY_OTHERS`.
 * - By the calls of this minute: `MAX_STEP_BY_OTHERS` if there are more than in a busy minute. An hourly budget can't tell
 *   ten calls that a machine makes in a minute from ten calls that people make in an hour.
 * - By the share of all unknown devices together: the second step can be reached from `total`, and one more for each further tenth
 *   of the budget. How many of these steps a call climbs depends on its address: the first two calls of a day stay at the
 *   first step, and each further call climbs by one.
 */
export function stepOf(
  { share, networkShare, totalShare, servedToday, minuteShare }: Use,
  { climb, total }: Thresholds,
): number {
  // Without the small addend, rounding would lose a step: (0.7 - 0.6) / 0.05 is a little less than 2.
  const floor = (value: number) => Math.floor(value + 1e-9);
  const climbed = (part: number) => (part < climb ? 1 : 2 + floor((part - climb) / CLIMB_STEP));
  const byNetwork = Math.min(MAX_STEP_BY_OTHERS, climbed(networkShare));
  const byMinute = minuteShare <= 1 ? 1 : MAX_STEP_BY_OTHERS;
  const reachable = totalShare < total ? 1 : 2 + floor((totalShare - total) / TOTAL_STEP);
  const byAll = Math.min(reachable, Math.max(1, servedToday));
  return Math.min(STEPS, Math.max(climbed(share), byNetwork, byMinute, byAll));
}
