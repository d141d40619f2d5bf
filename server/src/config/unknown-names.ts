import { settings } from './settings.js';

const known = Object.keys(settings);

/** First words of our settings that other programs use too: nothing is concluded from them. */
const sharedWords = new Set(['NODE', 'DATA', 'TEST', 'LOG', 'SERVER']);

/** `SMS_`, `SENDS_`, `TOKEN_` … */
const prefixes = [...new Set(known.filter(name => name.includes('_')).map(name => name.split('_')[0]!))]
  .filter(word => !sharedWords.has(word))
  .map(word => `${word}_`);

// SESSION_MANAGER is set by desktops. Kubernetes describes each service to each container: a service named `database` has
// DATABASE_SERVICE_HOST, DATABASE_PORT, DATABASE_PORT_5432_TCP and so on.
const foreign = /^SESSION_MANAGER$|_SERVICE_(?:HOST|PORT)(?:_\w+)?$|_PORT(?:_\d+_\w+)?$/;

/** Whether one text becomes the other by adding, leaving out or replacing one character, or by swapping two neighbours. */
function isOneEditAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const restOfLong = long.slice(start + 1);
  if (short.length < long.length) return short.slice(start) === restOfLong;
  if (short.slice(start + 1) === restOfLong) return start < short.length;
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isSwapped && short.slice(start + 2) === long.slice(start + 2);
}

/** What is said about variables that look like settings and are none. */
export interface UnknownNames {
  /** One edit away from a setting: a typing mistake, and the default would count in silence. */
  readonly problems: readonly string[];
  /** They begin like a setting: perhaps one of another version, perhaps a variable of another program. */
  readonly warnings: readonly string[];
}

/** Looks for names that were meant to be settings. Values are not looked at, and never repeated. */
export function findUnknownNames(env: Readonly<Record<string, string | undefined>>): UnknownNames {
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const name of Object.keys(env)) {
    if (known.includes(name) || foreign.test(name)) continue;
    const meant = known.find(setting => isOneEditAway(setting, name));
    // Short names are one edit away from names that have nothing to do with us: HOST and HOSTS, PORT and SORT.
    if (meant?.includes('_')) problems.push(`${name} is not a setting: ${meant} is one`);
    else if (prefixes.some(prefix => name.startsWith(prefix))) {
      warnings.push(`${name} is set, and there is no such setting`);
    }
  }
  return { problems, warnings };
}
