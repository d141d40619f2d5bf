import type { Countries } from '../imported-countries.js';
import { createCountriesFormat } from './countries-format.js';

/** See `Countries` in src/core/imported-countries.ts. */
export const parseNumber: Countries['parse'] = (text, choice, find, isValue) => {
  const format = createCountriesFormat(choice, find);
  const content = format.parse(text, isValue) ?? '';
  const { plan, state, digits: national } = format.read(content);
  const digits = format.toValue(content);
  const isRead = !!content && !!plan && state !== 'tooLong';
  return {
    region: isRead ? plan.region : '',
    digits,
    national,
    text: format.format(content),
    isComplete: !!digits,
  };
};
