/**
 * Decimal digits of every script (full-width and mathematical forms too) as ASCII; all else as it is.
 * Unicode lays them out in tens: the distance to the start of the run tells the digit.
 */
export function toAsciiDigits(text: string): string {
  // ASCII ones are passed by: they are the usual text, and must cost nothing.
  return text.replace(/(?!\d)\p{Nd}/gu, digit => {
    let distance = 0;
    for (let code = digit.codePointAt(0)!; /\p{Nd}/u.test(String.fromCodePoint(--code));) distance++;
    return `${distance % 10}`;
  });
}

/** Whether this is one ASCII digit and nothing else. Without a regular expression: every key asks. */
export const isDigit = (text: string): boolean => text.length === 1 && text >= '0' && text <= '9';
