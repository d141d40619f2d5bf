// The alphabet of GSM 03.38 (3GPP TS 23.038, 6.2.1), which fits 160 characters into one SMS. Those of the extension table
// take the place of two. A text with any other character is sent as UCS-2, 70 characters in one SMS.
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà';
const extension = '\f^{}\\[~]|€';

/** Characters in a message of one SMS, and in each SMS of a longer one: its header takes the place of some. */
const sizes = { gsm: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const;

/**
 * The number of SMS that a text is sent as, each of them paid for.
 * A part never ends inside a character of two places (one of the extension table, or a surrogate pair).
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
