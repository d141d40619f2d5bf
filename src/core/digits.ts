/**
 * Decimal digits of every script (full-width and mathematical forms too) as ASCII; all else as it is.
 * Unicode lays them out in tens: the distance to the start of the run tells the digit.
 */
export function toAsciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, digit => {
    let before = digit.codePointAt(0)!;
    let run = -1;
    do run++;
    while (/\p{Nd}/u.test(String.fromCodePoint(--before)));
    return String(run % 10);
  });
}
