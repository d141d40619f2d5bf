import { knownLanguage } from './language-tag.js';

/**
 * A text with placeholders for values. As a string, it has `{name}` for each value. A part in square brackets is dropped if
 * its value is unknown, or replaced with what follows the `|` in it: `Wrong code.[ Tries left: {n}.]`,
 * `Try again[ in {time}| later].` An empty value drops the part and what follows the `|`. As a function, it takes the values and returns the text.
 */
export type TextTemplate<Values> = string | ((values: Values) => string);

/** A text function of the page, with the text that is used if it throws or returns no text. */
export interface TextFunction<Values> {
  (values: Values): string;
  readonly fallback?: TextTemplate<Values> | undefined;
}

/** Formats a number for a language (a BCP 47 tag), with the digits 0 to 9. */
export function formatNumber(value: number, lang = 'en'): string {
  const known = knownLanguage(lang);
  return known ? value.toLocaleString(known, { numberingSystem: 'latn' }) : String(value);
}

/**
 * Calls a text function of the page. If it throws, the error is reported to the page (`window.onerror`), because nothing that the person or
 * the app waits for may depend on a text.
 * @returns undefined if the function throws or returns no text
 */
function callTemplate<Values>(template: (values: Values) => unknown, values: Values): string | undefined {
  try {
    const text = template(values);
    if (typeof text === 'string') return text;
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
  return undefined;
}

/**
 * Fills a template with values. A part in square brackets stays if its value is known, is dropped if the value is `''`, and
 * is otherwise replaced with what follows the `|` in it. Never throws.
 * @param fallback the text in place of a function that throws or returns no text, if it has none of its own
 */
export function fillIn<Values extends object>(
  template: TextTemplate<Values>,
  values: Values,
  lang?: string,
  fallback = '',
): string {
  if (typeof template === 'function')
    return (
      callTemplate(template, values) ?? fillIn((template as TextFunction<Values>).fallback ?? fallback, values, lang)
    );
  const known = new Map<string, string | number | null | undefined>(Object.entries(values));
  return template
    .replace(/\[([^\]|]*\{(\w+)\}[^\]|]*)\|?([^\]]*)\]/g, (_, part: string, name: string, otherwise: string) =>
      known.get(name) === '' ? '' : (known.get(name) ?? null) === null ? otherwise : part,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = known.get(name) ?? '';
      return typeof value === 'number' ? formatNumber(value, lang) : value;
    });
}
