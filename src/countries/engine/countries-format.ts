import type { CountryChoice, FindNumber } from '../../core/countries.js';
import type { TextFormat } from '../../core/editing/text-format.js';
import { formatInternational, NumberReader, type Reading } from './reading.js';

/** Where the digits begin in a content: the region and the kind come first. */
const DIGITS = 3;
/** The most digits that a field shows. See docs/behaviour/countries.md#not-taken. */
const MOST_DIGITS = 20;
/** The region of a content while none is chosen. ISO 3166-1 leaves this code to its users. */
const NO_REGION = 'ZZ';

/** A text format, and what an element shows beside the text. */
export interface CountriesFormat extends TextFormat {
  /** Returns the state of a content that isn't empty. */
  stateOf(content: string): Reading['state'];
  /** Returns the region of a content; that of the choice for an empty one. */
  regionOf(content: string): string;
  /** Returns the content with its national digits in another country. */
  moveTo(content: string, region: string): string;
}

/**
 * What a content says. As a string, it is the region, the kind and the digits. The kinds: `+` has digits after a typed plus, `=` a code
 * that nobody typed and then national digits, `-` the same after a prefix was dropped, a space bare digits that are shown as they are.
 */
interface Content {
  readonly region: string;
  readonly kind: string;
  readonly digits: string;
}

function countBefore(text: string, offset: number): number {
  if (!text) return 0;
  const before = text.slice(0, offset);
  return DIGITS - Number(!before && text.startsWith('+')) + before.replace(/\D/g, '').length;
}

/**
 * Creates the format of a phone field that takes numbers of several countries. See docs/behaviour/countries.md.
 * @param choice is read with every call, so it may change
 * @param find `findNumber`, which every page has already, so that country files don't contain it
 */
export function createCountriesFormat(choice: CountryChoice, find: FindNumber): CountriesFormat {
  const readerOf = () => new NumberReader(choice.plans);
  const regionNow = () => choice.region || NO_REGION;

  const split = (content: string): Content => ({
    region: content.slice(0, 2) || regionNow(),
    kind: content[2] ?? ' ',
    digits: content.slice(DIGITS),
  });

  const read = ({ region, kind, digits }: Content): Reading => {
    const reader = readerOf();
    if (kind === '+') return reader.readInternational(digits, region);
    if (kind === ' ') return reader.readBare(digits, region);
    return reader.readNational(digits.slice(reader.planOf(region)?.code.length), region);
  };

  /** Returns the content for digits in the spelling that is canonical, and `''` for none. */
  const normalize = (content: Content): string => {
    if (!content.digits) return content.kind === '+' ? `${content.region}+` : '';
    const { plan, digits, isInternational, isShortened, state } = read(content);
    const region = plan?.region ?? content.region;
    const isWhole = !plan || state === 'too-long';
    // What lost a prefix and has too many digits again isn't read as bare digits, which would lose another one.
    if (content.kind === '-' && isWhole) return `${region}-${content.digits}`;
    const kind = isInternational ? '+' : isWhole ? ' ' : isShortened ? '-' : '=';
    return region + kind + (isWhole ? digits : plan.code + digits);
  };

  const parse = (text: string, isValue?: boolean): string | null => {
    const [, region = '', kind = '', kept = ''] = /^([A-Z]{2})([-+= ])(\d*)$/.exec(text) ?? [];
    if (region) return normalize({ region, kind, digits: kept });
    const number = find(text);
    if (!number) return text.trim() ? null : '';
    // `+44 (0)7911 …`: docs/behaviour/countries.md#trunk-prefix.
    const digits = number.hasPlus ? number.text.replace(/[(（][08][)）]/, '') : number.text;
    const content = digits.replace(/\D/g, '');
    if (isValue) {
      const { plan, state, digits: national } = readerOf().readInternational(content, regionNow());
      if (plan && state === 'complete') return `${plan.region}=${plan.code}${national}`;
    }
    if (content.length > MOST_DIGITS) return null;
    return normalize({ region: regionNow(), kind: number.hasPlus ? '+' : ' ', digits: content });
  };

  const format = (content: string): string => {
    if (!content) return '';
    const parts = split(content);
    if (parts.kind === ' ') return parts.digits;
    const { plan, digits, state } = read(parts);
    return plan && state !== 'too-long' ? formatInternational(plan, digits) : `+${parts.digits}`;
  };

  const stateOf = (content: string): Reading['state'] => read(split(content)).state;

  /** The number of digits of a code that nobody typed. */
  const codeLength = (content: string): number =>
    /[=-]/.test(content.charAt(2)) ? (readerOf().planOf(content.slice(0, 2))?.code.length ?? 0) : 0;

  return {
    parse,
    format,
    stateOf,

    regionOf: content => split(content).region.replace(NO_REGION, ''),

    moveTo(content, region) {
      const parts = split(content);
      const reading = content ? read(parts) : undefined;
      return normalize({ region, kind: ' ', digits: reading?.digits ?? '' });
    },

    // See docs/behaviour/countries.md#editing.
    edit(content, { start, end, inserted, inputType, hadNoSelection }) {
      const { region, kind, digits } = split(content);
      let from = start - DIGITS;
      let to = end - DIGITS;
      if (!inserted && from === to && hadNoSelection) {
        if (inputType.endsWith('Forward')) to++;
        else from--;
      }
      const isAll = (kind === ' ' ? from <= 0 : from < 0) && to >= digits.length;
      // A code that nobody typed stays while there are digits after it, and so does a plus.
      const floor = isAll ? 0 : codeLength(content);
      from = Math.max(from, floor);
      to = Math.max(to, from);

      const isPlus = /^\s*[+＋﹢]\s*$/.test(inserted);
      if (inserted && !isPlus) {
        const whole = parse(inserted);
        // A number with a plus, or one that isn't a part, replaces the content.
        if (!whole || (inserted.length > 1 && (whole[2] === '+' || stateOf(whole) !== 'partial')))
          return whole ? { content: whole, caret: whole.length } : null;
      }
      // A plus begins a number, or comes before digits that are shown as they are.
      if (isPlus && !isAll && (kind !== ' ' || from > 0)) return null;
      const typed = find(inserted)?.text.replace(/\D/g, '') ?? '';
      const rest = isAll ? '' : digits.slice(to);
      const next = (isAll ? '' : digits.slice(0, from)) + typed + rest;
      if (next.length > MOST_DIGITS) return null;
      const after = rest.length;
      // Only typing reads a prefix, and drops one once: what came in front of more digits still wasn't a prefix.
      const nextKind = isPlus ? '+' : isAll || (inserted && kind === '=') ? ' ' : kind;
      const changed = normalize({
        region: next || isPlus ? region : regionNow(),
        kind: nextKind,
        digits: next.length > floor ? next.slice(nextKind === ' ' ? floor : 0) : '',
      });
      return { content: changed, caret: changed ? Math.max(DIGITS, changed.length - after) : 0 };
    },

    toSelection(content, caret) {
      const text = format(content);
      const code = codeLength(content);
      // A code that nobody typed has no caret in it.
      const count = Math.max(caret, code && DIGITS + code);
      let offset = 0;
      while (offset < text.length && countBefore(text, offset) < count) offset++;
      // The caret comes right after a digit, or before the first one after such a code.
      if (count === DIGITS + code && code) while (offset < text.length && /\D/.test(text.charAt(offset))) offset++;
      return [offset, offset];
    },

    countBefore,

    toValue(content) {
      if (!content) return '';
      const { plan, state, digits } = read(split(content));
      return plan && state === 'complete' ? plan.code + digits : '';
    },

    toProblem(content) {
      const state = stateOf(content);
      return state === 'foreign' ? 'badInput' : state === 'too-long' ? 'tooLong' : 'tooShort';
    },

    isRestorable: true,
  };
}
