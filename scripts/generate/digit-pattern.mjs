// Regular expressions of libphonenumber's metadata, as trees. They consist of digits, \d, classes, groups, alternatives, counts and `?`.

/**
 * A part of a pattern: alternatives, each a sequence of counted parts; or one digit out of several.
 * @typedef {{ digits: string } | { alternatives: { part: Part, min: number, max: number }[][] }} Part
 */

/**
 * @param {string} source
 * @returns {Part}
 * @throws {SyntaxError} for anything else, such as `$`, `+`, `[^1]` or `\D`
 */
export function parsePattern(source) {
  let at = 0;
  const refuse = () => {
    throw new SyntaxError(`${source[at] ?? 'the end'} at ${at} of ${source}`);
  };
  const parseClass = () => {
    let digits = '';
    while (source[at] !== ']') {
      const [text, any, first, last = first] = /^(?:(\\d)|(\d)(?:-(\d))?)/.exec(source.slice(at)) ?? refuse();
      if (any) digits += '0123456789';
      else for (let digit = Number(first); digit <= Number(last); digit++) digits += String(digit);
      at += text.length;
    }
    at++;
    return { digits };
  };
  /** @returns {Part} */
  const parseOne = () => {
    const [text = '', digit] = /^(?:(\d)|\\d|\[|\((?:\?:)?)/.exec(source.slice(at)) ?? refuse();
    at += text.length;
    if (digit) return { digits: digit };
    if (text === '\\d') return { digits: '0123456789' };
    if (text === '[') return parseClass();
    const group = parseAlternatives();
    if (source[at] !== ')') refuse();
    at++;
    return group;
  };
  /** @returns {Part} */
  function parseAlternatives() {
    /** @type {{ part: Part, min: number, max: number }[][]} */
    const alternatives = [[]];
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        alternatives.push([]);
        at++;
        continue;
      }
      const part = parseOne();
      const [count, min, max = min] = /^\{(\d+)(?:,(\d+))?\}/.exec(source.slice(at)) ?? [];
      const isOptional = source[at] === '?';
      at += count ? count.length : isOptional ? 1 : 0;
      alternatives
        .at(-1)
        ?.push({ part, min: isOptional ? 0 : Number(min ?? 1), max: isOptional ? 1 : Number(max ?? 1) });
    }
    return { alternatives };
  }
  const pattern = parseAlternatives();
  if (at < source.length) refuse();
  return pattern;
}

/**
 * Returns digits that match the pattern, drawn with `random` (`seeded`). Every alternative is as likely as the others.
 * @param {Part} part
 * @param {(below: number) => number} random
 * @returns {string}
 */
export function drawDigits(part, random) {
  if ('digits' in part) return /** @type {string} */ (part.digits[random(part.digits.length)]);
  return (part.alternatives[random(part.alternatives.length)] ?? [])
    .map(({ part: inner, min, max }) =>
      Array.from({ length: min + random(max - min + 1) }, () => drawDigits(inner, random)).join(''),
    )
    .join('');
}

/**
 * Returns the first `length` digits (at least 1) of everything that matches the pattern; all digits of what is shorter.
 * @param {Part} part
 * @param {number} length
 * @returns {Set<string>}
 */
export function beginnings(part, length) {
  if ('digits' in part) return new Set(part.digits);
  const found = new Set();
  for (const sequence of part.alternatives) {
    let texts = new Set(['']);
    for (const { part: inner, min, max } of sequence) {
      const ends = beginnings(inner, length);
      const next = new Set(min === 0 ? texts : []);
      for (let count = 1; count <= max; count++) {
        if ([...texts].every(text => text.length >= length)) {
          for (const text of texts) next.add(text);
          break;
        }
        texts = new Set([...texts].flatMap(text => [...ends].map(end => (text + end).slice(0, length))));
        if (count >= min) for (const text of texts) next.add(text);
      }
      texts = next;
    }
    for (const text of texts) found.add(text);
  }
  return found;
}

/**
 * Returns a generator of pseudo-random integers from 0 to `below` - 1 (mulberry32). The same seed gives the same integers.
 * @param {number} seed
 * @returns {(below: number) => number}
 */
export function seeded(seed) {
  let state = seed;
  return below => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
