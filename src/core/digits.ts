/**
 * Replaces the decimal digits of every script, full-width and mathematical ones included, with ASCII digits. Unicode has
 * them in runs of ten, so the distance to the start of the run modulo ten is the digit.
 */
export function toAsciiDigits(text: string): string {
  // ASCII digits are not matched: most texts have no others, and nothing is replaced then.
  return text.replace(/(?!\d)\p{Nd}/gu, digit => {
    let distance = 0;
    for (let code = digit.codePointAt(0)!; /\p{Nd}/u.test(String.fromCodePoint(--code));) distance++;
    return `${distance % 10}`;
  });
}

/** Whether this is one ASCII digit and nothing else. Called several times for every key, so without a regular expression. */
export const isDigit = (text: string): boolean => text.length === 1 && text >= '0' && text <= '9';
