/**
 * Replaces the decimal digits of every script, full-width and mathematical ones included, with ASCII digits. Unicode
 * assigns them in runs of ten, so a digit's distance from the start of its run, modulo ten, is its value.
 */
export function toAsciiDigits(text: string): string {
  // ASCII digits don't match, so nothing is replaced in most texts.
  return text.replace(/(?!\d)\p{Nd}/gu, digit => {
    let distance = 0;
    for (let code = digit.codePointAt(0)!; /\p{Nd}/u.test(String.fromCodePoint(--code));) distance++;
    return `${distance % 10}`;
  });
}

/** Whether `text` is exactly one ASCII digit. Every key calls this several times, so it avoids a regular expression. */
export const isDigit = (text: string): boolean => text.length === 1 && text >= '0' && text <= '9';
