import { settings } from './settings.js';

const KNOWN = Object.keys(settings);

/**
 * First words of settings that other programs use too. A variable that begins with one may well belong to another program.
 */
const SHARED_WORDS = new Set(['NODE', 'DATA', 'TEST', 'LOG', 'SERVER', 'NEW']);

/** The length of the longest short name: HOST, PORT and REUSE. */
const MAX_SHORT = 5;

/** The first words of the other settings, as prefixes: `SMS_`, `SENDS_`, `TOKEN_` … */
const PREFIXES = [...new Set(KNOWN.filter(name => name.includes('_')).map(name => name.split('_')[0]!))]
  .filter(word => !SHARED_WORDS.has(word))
  .map(word => `${word}_`);

// Variables of other programs. Desktops set SESSION_MANAGER. Kubernetes describes each service to each container: for a service
// named `database`, it sets DATABASE_SERVICE_HOST, DATABASE_PORT, DATABASE_PORT_5432_TCP and so on.
const FOREIGN = /^SESSION_MANAGER$|_SERVICE_(?:HOST|PORT)(?:_\w+)?$|_PORT(?:_\d+_\w+)?$/;

/** Whether adding, removing or replacing one character, or swapping two neighbours, turns one text into the other. */
function isOneEditAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const restOfLong = long.slice(start + 1);
  if (short.length < long.length) return short.slice(start) === restOfLong;
  if (short.slice(start + 1) === restOfLong) return start < short.length;
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isSwapped && short.slice(start + 2) === long.slice(start + 2);
}

/** Sentences about variables that look like settings but aren't. */
export interface UnknownNames {
  /**
   * About names one edit away from a setting whose name isn't short. They are typing mistakes, which would silently leave the default
   * in force.
   */
  readonly problems: readonly string[];
  /**
   * About names that begin with the prefix of a setting, and typing mistakes that look like a variable of Kubernetes. They may
   * belong to another version or to another program.
   */
  readonly warnings: readonly string[];
}

/** Finds names that may have been meant as settings. It doesn't look at values, so the sentences never repeat them. */
export function findUnknownNames(env: Readonly<Record<string, string | undefined>>): UnknownNames {
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const name of Object.keys(env)) {
    if (KNOWN.includes(name)) continue;
    const isForeign = FOREIGN.test(name);
    // Short names aren't compared, because they are one edit away from unrelated ones, as HOST is from HOSTS, and PORT from SORT.
    const meant = KNOWN.find(setting => setting.length > MAX_SHORT && isOneEditAway(setting, name));
    // Kubernetes sets METRIC_PORT for a service named `metric`, which must not keep the server from starting.
    if (meant && isForeign) warnings.push(`${name} is set, and is not a setting: ${meant} is one`);
    else if (meant) problems.push(`${name} is not a setting: ${meant} is one`);
    else if (!isForeign && PREFIXES.some(prefix => name.startsWith(prefix))) {
      warnings.push(`${name} is set, and there is no such setting`);
    }
  }
  return { problems, warnings };
}
