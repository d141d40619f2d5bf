import { fillIn, type TextTemplate } from '../core/text-template.js';

/** What is said of a number, by its category in the CLDR. A language has the categories that it tells apart. */
export type PluralForms = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/**
 * A message that depends on a number.
 * @param categoryOf the rule of the language, for browsers that do not have it
 */
export function plural(
  lang: string,
  forms: PluralForms,
  categoryOf: (n: number) => Intl.LDMLPluralRule,
): TextTemplate<{ readonly n: number }> {
  return ({ n }) => {
    const isKnown = Intl.PluralRules.supportedLocalesOf(lang).length > 0;
    const category = isKnown ? new Intl.PluralRules(lang).select(n) : categoryOf(n);
    return fillIn(forms[category] ?? forms.other, { n }, lang);
  };
}

/** The rule of Ukrainian and Belarusian for whole numbers. */
export function eastSlavic(n: number): Intl.LDMLPluralRule {
  const [tens, units] = [n % 100, n % 10];
  if (units === 1 && tens !== 11) return 'one';
  return units >= 2 && units <= 4 && (tens < 12 || tens > 14) ? 'few' : 'many';
}
