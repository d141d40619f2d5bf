import type { Countries } from '../../core/countries.js';
import { createCountriesFormat } from './countries-format.js';

/** See `Countries` in src/core/countries.ts. */
export const parseNumber: Countries['parse'] = (text, choice, find, isValue) => {
  const format = createCountriesFormat(choice, find);
  const content = format.parse(text, isValue) ?? '';
  const digits = format.toValue(content);
  const typed = content.slice(3);
  const plan = choice.plans.find(({ region }) => content.startsWith(region));
  const isRead = !!plan && !!content && !content.startsWith(' ', 2) && typed.startsWith(plan.code);
  return {
    region: isRead ? plan.region : '',
    digits,
    national: isRead ? (digits || typed).slice(plan.code.length) : typed,
    text: format.format(content),
    isComplete: !!digits,
  };
};
