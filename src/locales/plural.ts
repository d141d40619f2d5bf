import { knownLanguage } from '../core/language-tag.js';
import { fillIn, type TextTemplate } from '../core/text-template.js';

/** The texts for a number by CLDR plural category. A language has only the categories that it distinguishes. */
export type PluralForms = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/**
 * Creates a template that depends on a number. A number that isn't known counts as 0, and `fillIn` drops the part in square
 * brackets that it stands in.
 * @param categoryOf the language's plural rule, for browsers that don't know it
 */
export function plural(
  lang: string,
  forms: PluralForms,
  categoryOf?: (n: number) => Intl.LDMLPluralRule,
): TextTemplate<{ readonly n: number | null }> {
  return ({ n }) => {
    const known = knownLanguage(lang);
    const category = known ? new Intl.PluralRules(known).select(n ?? 0) : categoryOf?.(n ?? 0);
    return fillIn(forms[category ?? 'other'] ?? forms.other, { n }, lang);
  };
}

/** The plural rule of Ukrainian and Belarusian for whole numbers. */
export function eastSlavic(n: number): Intl.LDMLPluralRule {
  const [tens, units] = [n % 100, n % 10];
  if (units === 1 && tens !== 11) return 'one';
  return units >= 2 && units <= 4 && (tens < 12 || tens > 14) ? 'few' : 'many';
}
