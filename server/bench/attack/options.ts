// Reads command-line options of the benchmarks: main.ts and simulate.ts in this folder, and ../hostile-hour/main.ts for `--set`.

/**
 * Reads an option that is a whole number. Throws an error for the person who typed it.
 * @param name without `--`
 * @param text its value, as it was typed
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
 * Reads the settings of the server (environment variables) that follow `--set`. Throws an error for the person who typed them.
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
