// A mobile number of every region outside +7, and the bare ones that can be read as a +7 number of ten digits.
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

/** The digits with the calling code, by region. */
export const foreignNumbers: ReadonlyMap<string, string> = new Map(
  getCountries().flatMap(region => {
    const digits = getExampleNumber(region, examples)?.number.slice(1) ?? '';
    return digits.startsWith('7') ? [] : [[region, digits] as const];
  }),
);

/** The regions whose bare number has ten digits, or eleven that begin with an 8 or 7 and can be a +7 number (Myanmar, Vietnam …). */
export const AMBIGUOUS: ReadonlySet<string> = new Set(
  'AW BN BQ BZ CU CV DK ER FJ FM GM GY IO IS KM MH MM MV NO NR NU PW SB SC SG SJ SR ST TO VN VU WS'.split(' '),
);
