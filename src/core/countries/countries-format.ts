import type { CountryChoice, FindNumber } from '../imported-countries.js';
import type { ContentProblem, TextFormat } from '../editing/text-format.js';
import { formatInternational, NumberReader, type Reading } from './number-reading.js';

/** The index of the first digit in a content. The region and the kind come before it. */
const DIGITS_AT = 3;
/** The most digits that a field shows. See docs/behaviour/countries.md#not-taken. */
const MOST_SHOWN_DIGITS = 20;
/** The region of a content while none is chosen. ISO 3166-1 leaves this code to its users. */
const NO_REGION = 'ZZ';

/** A text format, and what an element shows beside the text. */
export interface CountriesFormat extends TextFormat {
  /** Returns what a content is as a number. */
  read(content: string): Reading;
  /** Returns the region of a content; that of the choice for an empty one; `''` if there is none. */
  regionOf(content: string): string;
  /** Returns the content with its national digits in another country. */
  moveTo(content: string, region: string): string;
}

/**
 * Separates a content from the content as typed. That follows if reading has changed the region, the kind or the digits. If reading has
 * added a code (`=`), it follows only if the national digits differ from those that were typed.
 */
const TYPED = "'";

/**
 * What a content says. As a string, it is the region, the kind and the digits.
 *
 * - `+`: digits after a plus.
 * - `=`: a code that nobody typed, and then national digits.
 * - `*`: bare digits, which are shown as they are. It isn't a space, because people write `BY 291234567`, which is no content.
 * - `!`: bare digits that were moved to the region. They are never read with the code of another country.
 */
interface Content {
  readonly region: string;
  readonly kind: string;
  readonly digits: string;
}

/** Whether the digits are bare. `*` and `!` come before `+` in ASCII. */
const isBare = ({ kind }: Content): boolean => kind < '+';

const toContent = ({ region, kind, digits }: Content): string => region + kind + digits;

/** See `TextFormat`. The place before the plus of a text counts as 2, so that deleting everything deletes the plus, too. */
function countBefore(text: string, offset: number): number {
  if (!text) return 0;
  const before = text.slice(0, offset);
  return DIGITS_AT - Number(!before && text.startsWith('+')) + before.replace(/\D/g, '').length;
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
    kind: content[2] ?? '*',
    digits: content.split(TYPED)[0]!.slice(DIGITS_AT),
  });

  const readContent = ({ region, kind, digits }: Content): Reading => {
    const reader = readerOf();
    if (kind === '+') return reader.readInternational(digits, region);
    if (kind < '+') return reader.readBare(digits, region, kind === '!');
    return reader.readNational(digits.slice(reader.planOf(region)?.code.length), region);
  };

  /** Returns the canonical content. Without digits, it's the plus alone, or `''`. */
  const normalize = (content: Content): string => {
    if (!content.digits) return content.kind === '+' ? `${content.region}+` : '';
    const { plan, digits: found, isInternational, state } = readContent(content);
    const isWhole = !plan || state === 'tooLong';
    const kind = isInternational ? '+' : !isWhole ? '=' : content.kind === '!' ? '!' : '*';
    const digits = isWhole ? found : plan.code + found;
    const next = toContent({ region: plan?.region ?? content.region, kind, digits });
    const source = toContent(content);
    const isChanged = kind === '=' ? found !== content.digits : next !== source;
    return isChanged && content.kind !== '=' ? next + TYPED + source : next;
  };

  const parse = (text: string, isValue?: boolean): string | null => {
    // The text may be a content that was restored, or moved to another country. It's read again as typed, with the current plans.
    const kept = text.slice(text.indexOf(TYPED) + 1);
    if (/^[A-Z]{2}[+=*!]\d*$/.test(kept)) return normalize(split(kept));
    const number = find(text);
    if (!number) return text.trim() ? null : '';
    // `+44 (0)7911 …`: docs/behaviour/countries.md#trunk-prefix.
    const digits = number.hasPlus ? number.text.replace(/[(（][08][)）]/, '') : number.text;
    const content = digits.replace(/\D/g, '');
    if (isValue) {
      const { plan, state, digits: national } = readerOf().readInternational(content, regionNow());
      if (plan && state === 'complete') return `${plan.region}=${plan.code}${national}`;
    }
    if (content[MOST_SHOWN_DIGITS]) return null;
    return normalize({ region: regionNow(), kind: number.hasPlus ? '+' : '*', digits: content });
  };

  const format = (content: string): string => {
    const parts = split(content);
    if (isBare(parts)) return parts.digits;
    const { plan, digits, state } = readContent(parts);
    return plan && state !== 'tooLong' ? formatInternational(plan, digits) : `+${parts.digits}`;
  };

  const read = (content: string): Reading => readContent(split(content));

  /** The number of digits of a code that nobody typed. */
  const codeLength = (content: string): number =>
    content[2] === '=' ? (readerOf().planOf(content.slice(0, 2))?.code.length ?? 0) : 0;

  return {
    parse,
    format,
    read,

    regionOf: content => split(content).region.replace(NO_REGION, ''),

    moveTo(content, region) {
      const [, source = ''] = content.split(TYPED);
      // After an earlier move, the digits move on as they were typed, not as that country reads them.
      if (source[2] === '!') return normalize({ ...split(source), region });
      const parts = split(content);
      const { plan, digits } = readContent(parts);
      // What comes after the plus of an unknown country isn't national digits.
      return normalize({ region, kind: plan || !parts.digits || isBare(parts) ? '!' : parts.kind, digits });
    },

    // See docs/behaviour/countries.md#editing.
    edit(content, { start, end, inserted, inputType, hadSelection }) {
      const parts = split(content);
      const { digits } = parts;
      let from = start - DIGITS_AT;
      let to = end - DIGITS_AT;
      if (!inserted && from === to && !hadSelection) {
        if (inputType.endsWith('Forward')) to++;
        else from--;
      }
      const isAll = (isBare(parts) ? from <= 0 : from < 0) && to >= digits.length;
      // A code that nobody typed stays while there are digits after it, and so does a plus.
      const floor = isAll ? 0 : codeLength(content);
      from = Math.max(from, floor);
      to = Math.max(to, from);

      const number = find(inserted);
      const typed = number?.text.replace(/\D/g, '') ?? '';
      const isPlus = number && !typed;
      // A plus begins a number, or comes before digits that are shown as they are.
      if (isPlus && !isAll && (!isBare(parts) || from > 0)) return null;
      const changed = digits.slice(from);
      const rest = digits.slice(to);
      // Digits that reading has changed are read again as they were typed, with what is typed now.
      const [, source = ''] = content.split(TYPED);
      const before = split(source);
      const base = inserted && source && !isAll && before.digits.endsWith(changed) ? before : parts;
      const next = base.digits.slice(0, base.digits.length - changed.length) + typed + rest;
      // Digits after a plus, or after a prefix that means one, continue its number, up to 15 digits with the prefix.
      const isContinued =
        number && !number.hasPlus && !isAll && next.length < 16 && read(`${content}1`).isInternational;
      if (inserted && !isPlus && !isContinued) {
        const whole = parse(inserted);
        // A number with a plus, or one that isn't a part, replaces the content.
        if (!whole || whole[2] === '+' || read(whole).state !== 'tooShort')
          return whole ? { content: whole, caret: whole.length } : null;
      }
      if (next[MOST_SHOWN_DIGITS]) return null;
      const code = base.kind === '=' ? floor : 0;
      // After a code that nobody typed, only typing reads a prefix. Bare digits are read after each edit.
      const isRead = isAll || (inserted && code);
      const result = normalize({
        region: next || isPlus ? base.region : regionNow(),
        kind: isPlus ? '+' : isRead ? '*' : base.kind,
        digits: next.length > code ? next.slice(isRead ? code : 0) : '',
      });
      return { content: result, caret: DIGITS_AT + Math.max(0, split(result).digits.length - rest.length) };
    },

    toSelection(content, caret) {
      const text = format(content);
      const code = codeLength(content);
      // The caret can't be inside a code that nobody typed. Its first place is before the digit after the code.
      const count = Math.max(caret, code && DIGITS_AT + code);
      const isFirst = code && count === DIGITS_AT + code;
      let offset = 0;
      while (offset < text.length && (countBefore(text, offset) < count || (isFirst && /\D/.test(text[offset]!))))
        offset++;
      return [offset, offset];
    },

    countBefore,

    toValue(content) {
      const { plan, state, digits } = read(content);
      return plan && state === 'complete' ? plan.code + digits : '';
    },

    // `complete` is no problem, but then the content has a value, and the answer isn't used.
    toProblem: content => read(content).state as ContentProblem,

    isRestorable: true,
  };
}
