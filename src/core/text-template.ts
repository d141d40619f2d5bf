/**
 * A text with places for values. As a string it has `{name}` in these places, and a part in square brackets is left out if
 * the value of its placeholder is not known, or makes room for what follows the `|` in it: `Wrong code.[ Tries left: {n}.]`,
 * `Try again[ in {time}| later].` As a function it gets the values and returns the text.
 */
export type TextTemplate<Values> = string | ((values: Values) => string);

/** A number as it is written in a language (BCP 47), in the digits 0 to 9. */
export function formatNumber(value: number, lang = 'en'): string {
  const isKnown = Intl.NumberFormat.supportedLocalesOf(lang).length > 0;
  return isKnown ? value.toLocaleString(lang, { numberingSystem: 'latn' }) : String(value);
}

/**
 * Puts the values into a message. A part in square brackets stays if the value of its placeholder is known; it is left
 * out if that is `''`, and otherwise makes room for what follows the `|` in it.
 */
export function fillIn<Values extends object>(message: TextTemplate<Values>, values: Values, lang?: string): string {
  if (typeof message === 'function') return message(values);
  const known = new Map<string, string | number | null | undefined>(Object.entries(values));
  return message
    .replace(/\[([^\]|]*\{(\w+)\}[^\]|]*)\|?([^\]]*)\]/g, (_, part: string, name: string, otherwise: string) =>
      known.get(name) === '' ? '' : (known.get(name) ?? null) === null ? otherwise : part,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = known.get(name) ?? '';
      return typeof value === 'number' ? formatNumber(value, lang) : value;
    });
}
