// The alphabet of GSM 03.38 (3GPP TS 23.038, 6.2.1), of which one SMS holds 160 characters. A character of the extension
// table takes two places. A text with any other character is sent as UCS-2, with 70 characters in one SMS.
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà';
const extension = '\f^{}\\[~]|€';

/** How many characters fit into a single SMS, and into each part of a longer message, which needs a header. */
const sizes = { gsm: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const;

/**
 * How many SMS a text takes. Each of them costs money. A part never ends inside a character that takes two places (one of the
 * extension table, or a surrogate pair).
 */
export function countSmsParts(text: string): number {
  const characters = Array.from(text);
  const isGsm = characters.every(character => basic.includes(character) || extension.includes(character));
  const { single, part } = isGsm ? sizes.gsm : sizes.ucs2;
  const widths = characters.map(character => (isGsm ? (extension.includes(character) ? 2 : 1) : character.length));
  if (widths.reduce((sum, width) => sum + width, 0) <= single) return 1;
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > part) {
      parts += 1;
      used = 0;
    }
    used += width;
  }
  return parts;
}
