/** A check of a stored value. The storage may contain anything. */
export type Check = (value: unknown) => boolean;

export const isNonEmptyString: Check = value => typeof value === 'string' && value !== '';

/**
 * Whether the value is a text that a server gives in order to get it back in a header: 1 to 200 visible ASCII characters.
 * With some other characters, such as a line break inside the text or a Cyrillic letter, `fetch` would throw.
 */
export const isOpaqueText = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]{1,200}$/.test(value);

/** Whether the value is a finite number, 0 or more. */
export const isAmount: Check = value => Number.isFinite(value) && (value as number) >= 0;

/**
 * The longest duration, in seconds: 31 years. Longer ones are cut to it, so that sums with the clock stay finite and
 * the sign-in doesn't fail.
 */
export const MAX_SECONDS = 1e9;

/** The longest wait that is shown or kept, in seconds: a week. A block may last for days; a longer wait is a mistake of the server. */
export const MAX_WAIT_SECONDS = 604_800;

/** Returns a number of 0 or more, cut to `max`; undefined for any other value. */
export const readAmount = (value: unknown, max = MAX_SECONDS): number | undefined =>
  typeof value === 'number' && value >= 0 ? Math.min(value, max) : undefined;

export const isOneOf =
  (...values: readonly unknown[]): Check =>
  value =>
    values.includes(value);

export const isNullOr =
  (check: Check): Check =>
  value =>
    value === null || check(value);

/** Checks the listed members of an object and ignores the others. */
export const hasShape =
  (shape: Readonly<Record<string, Check>>): Check =>
  value =>
    Object.entries(shape).every(([name, check]) => check((Object(value) as Record<string, unknown>)[name]));
