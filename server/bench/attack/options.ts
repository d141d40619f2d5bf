// Reads command-line options of the benchmarks: main.ts and simulate.ts in this folder, ../flood.ts, and ../hostile-hour/main.ts.

/**
 * Returns the value of an option that is a whole number from `min` to `max`. Throws an error with a message for the person who typed it if
 * `text` is anything else.
 * @param name without `--`
 * @param text the value as it was typed
 */
export function readWholeNumber(
  name: string,
  text: string,
  { min, max = Infinity }: { readonly min: number; readonly max?: number },
): number {
  const value = Number(text);
  if (!/\S/.test(text) || !Number.isSafeInteger(value) || value < min || value > max)
    throw new Error(
      `--${name} takes a whole number ${max < Infinity ? `from ${min} to ${max}` : `of at least ${min}`}, not "${text}".`,
    );
  return value;
}

/**
 * Returns the settings of the server (environment variables) that follow `--set`. Throws an error with a message for the person who typed
 * them if a pair has no name or no `=`.
 * @param pairs each is `NAME=value`; the value may contain `=`
 */
export const readSettings = (pairs: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.map(pair => {
      const end = pair.indexOf('=');
      if (end < 1) throw new Error(`--set takes NAME=value, not "${pair}".`);
      return [pair.slice(0, end), pair.slice(end + 1)];
    }),
  );
