/** Checks of values that come out of a storage, where anyone may have written anything. */
export type Check = (value: unknown) => boolean;

export const isNonEmptyString: Check = value => typeof value === 'string' && value !== '';

/** A finite number, 0 or more. */
export const isAmount: Check = value => Number.isFinite(value) && (value as number) >= 0;

/**
 * 31 years, for durations (seconds) that would be longer. Sums with the clock stay finite, and are no reason to refuse a
 * sign-in.
 */
export const MAX_SECONDS = 1e9;

export const isOneOf =
  (...values: readonly unknown[]): Check =>
  value =>
    values.includes(value);

export const isNullOr =
  (check: Check): Check =>
  value =>
    value === null || check(value);

/** Checks the listed members of an object. Other members are ignored. */
export const hasShape =
  (shape: Readonly<Record<string, Check>>): Check =>
  value =>
    Object.entries(shape).every(([name, check]) => check((Object(value) as Record<string, unknown>)[name]));
