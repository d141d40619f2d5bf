// The GSM 03.38 alphabet (3GPP TS 23.038, 6.2.1). One SMS holds 160 of these characters; a character of the extension table
// takes two places. A text with any other character is sent as UCS-2, and one SMS holds 70 characters of it.
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

/** How many characters fit into a single SMS, and into each part of a longer message, where a header takes up space. */
const SIZES = { gsm: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const;

/**
 * Counts the SMS that a text takes, each of which costs money. A part never ends inside a character that takes two places
 * (one of the extension table, or a surrogate pair).
 */
export function countSmsParts(text: string): number {
  const characters = Array.from(text);
  const isGsm = characters.every(character => BASIC.includes(character) || EXTENSION.includes(character));
  const { single, part } = isGsm ? SIZES.gsm : SIZES.ucs2;
  const widths = characters.map(character => (isGsm ? (EXTENSION.includes(character) ? 2 : 1) : character.length));
  if (widths.reduce((sum, width) => sum + width, 0) <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > part) {
      parts++;
      used = 0;
    }
    used += width;
  }
  return parts;
}
