// The attacks of `npm run simulate:attack`: who attacks, and what a day of it does to the people of a site.
import { Attacker, botnet, network48 } from './attacker.js';
import { solve } from './challenges.js';
import { type Fate, type Kind, People } from './people.js';
import { Random } from './random.js';
import { memberLogin, type Site } from './site.js';

/** CPU seconds of a derivation in native code with AVX-512, as a test attack measured it (docs/challenge.md#what-the-work-costs). */
export const NATIVE_DERIVATION = 0.000119;

/** Iterations of a derivation. */
export const COST = 5000;

/** Members with a login and a password. */
const MEMBERS = 10_000;

/** How many SMS an attacker has got, and how many iterations of PBKDF2 that cost: so far (`Force`), or in one day (`AttackDay`). */
export interface Gain {
  readonly sent: number;
  readonly iterations: number;
}

/** Somebody who attacks for some minutes, and what they have got so far. */
interface Force {
  minute(minute: number): Promise<void>;
  gain(): Gain;
}

/** An attack. */
export interface Attack {
  readonly name: string;
  /** Whether the attacker solves nothing, and so pays nothing. */
  readonly isFree: boolean;
  /** How many days it lasts. */
  readonly days: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly start: (site: Site) => Force | undefined;
}

/** The outcome of one day of an attack. */
export interface AttackDay extends Gain {
  readonly attack: Attack;
  readonly day: number;
  readonly fates: Readonly<Record<Kind, Fate>>;
}

const spread = (first: number, sources: number) => ({
  sources,
  address: (source: number) => `${first}.${source >> 8}.${source & 255}.7`,
});

/** One phone in the /48 of a carrier, which changes between three /64s. It calls until six calls of a minute were refused. */
const phone = { sources: 6, address: (source: number) => `2001:db8:aaaa:${(source % 3) + 1}::1` };

function askingForCodes(attacker: Attacker): Force {
  return {
    minute: minute => attacker.minute(minute),
    gain: () => ({
      sent: attacker.loot.sent,
      iterations: attacker.loot.iterations.reduce((sum, value) => sum + value, 0),
    }),
  };
}

/** Somebody who tries wrong passwords of all members in turn, once a minute from each address whose limits allow it. */
class Guesser implements Force {
  readonly #site: Site;
  readonly #readyAt: number[];
  #tries = 0;
  #iterations = 0;

  constructor(site: Site, addresses: number) {
    this.#site = site;
    this.#readyAt = Array.from({ length: addresses }, () => 0);
  }

  gain(): Gain {
    return { sent: 0, iterations: this.#iterations };
  }

  async minute(minute: number): Promise<void> {
    for (const [source, readyAt] of this.#readyAt.entries()) {
      if (readyAt > minute) continue;
      this.#tries++;
      const body = { login: memberLogin(this.#tries % MEMBERS), password: 'a wrong password' };
      const call = { method: 'POST', path: '/v1/session', body, ip: spread(14, 1).address(source) };
      let answer = await this.#site.call(call);
      if (answer.status === 403) {
        const { solution, iterations } = solve(answer.params);
        this.#iterations += iterations;
        answer = await this.#site.call({ ...call, solution });
      }
      if (answer.status === 429) {
        this.#readyAt[source] = minute + Math.ceil(Number(answer.params['retryAfter']) / 60);
      }
    }
  }
}

const iterationTime = NATIVE_DERIVATION / COST;
const cores = 16;

/** @param retry after how many minutes an address that has met a challenge asks again */
const unsolved =
  (retry: number, ...networks: ConstructorParameters<typeof Attacker>[1]) =>
  (site: Site) =>
    askingForCodes(new Attacker(site, networks, cores, iterationTime, retry));
const paying =
  (...networks: ConstructorParameters<typeof Attacker>[1]) =>
  (site: Site) =>
    askingForCodes(new Attacker(site, networks, cores, iterationTime));

/** The settings of the server for a captcha. The attackers who meet it solve nothing. */
const captcha = { CHALLENGE_TYPE: 'turnstile', CHALLENGE_SITE_KEY: 'site', CHALLENGE_SECRET: 'secret' };

/** The simulated attacks. The first is an ordinary day without one. */
export const ATTACKS: readonly Attack[] = [
  { name: 'nobody: an ordinary day', isFree: true, days: 1, start: () => undefined },
  { name: "one phone in a carrier's /48, solves nothing", isFree: true, days: 1, start: unsolved(1, phone) },
  { name: '20 addresses, solve nothing', isFree: true, days: 2, start: unsolved(5, spread(12, 20)) },
  { name: '200 addresses, solve natively', isFree: false, days: 1, start: paying(spread(13, 200)) },
  {
    name: '200 addresses, a captcha that they do not solve',
    isFree: true,
    days: 1,
    settings: captcha,
    start: unsolved(30, spread(13, 200)),
  },
  { name: 'a /48 and 1,000 addresses, solve natively', isFree: false, days: 1, start: paying(network48, botnet) },
  {
    name: 'a /48 and 1,000 addresses, a captcha that they do not solve',
    isFree: true,
    days: 1,
    settings: captcha,
    start: unsolved(30, network48, botnet),
  },
  {
    name: 'wrong passwords on 10,000 logins, 20 addresses, solve natively',
    isFree: false,
    days: 1,
    start: site => new Guesser(site, 20),
  },
];

/** What a simulation of an attack needs to know. */
export interface AttackOptions {
  /** How many hours of each day are simulated. */
  readonly hours: number;
  /** The hour of the day in which each day begins. */
  readonly from: number;
  readonly seed: number;
  /** Seconds of one iteration of PBKDF2 in a desktop browser. People's devices count as four times slower (people.ts). */
  readonly browserIteration: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the server on an empty database, and simulates an attack. Half of the people are on a known device, or in a known network. */
export async function simulateAttack(
  site: Site,
  attack: Attack,
  options: AttackOptions,
): Promise<readonly AttackDay[]> {
  await site.start({ CHALLENGE: 'auto', ...attack.settings, ...options.settings });
  await site.addMembers(MEMBERS);
  const random = new Random(options.seed);
  const returning = { share: 0.5, members: MEMBERS, iterationTime: options.browserIteration };
  const force = attack.start(site);
  const days: AttackDay[] = [];
  const people = new People(site, random, returning);
  let before: Gain = { sent: 0, iterations: 0 };
  let fatesBefore = structuredClone(people.fates);
  for (let day = 0; day < attack.days; day++) {
    for (let minute = 0; minute < options.hours * 60; minute++) {
      await force?.minute(day * 1440 + minute);
      await people.minute(day * 1440 + options.from * 60 + minute);
      await site.advance(60);
    }
    if (options.hours < 24) await site.advance((24 - options.hours) * 3600);
    const after = force?.gain() ?? before;
    const fates = difference(people.fates, fatesBefore);
    days.push({ attack, day, fates, sent: after.sent - before.sent, iterations: after.iterations - before.iterations });
    before = after;
    fatesBefore = structuredClone(people.fates);
  }
  return days;
}

function difference(after: Readonly<Record<Kind, Fate>>, before: typeof after): Readonly<Record<Kind, Fate>> {
  const kinds = Object.keys(after) as Kind[];
  return Object.fromEntries(
    kinds.map(kind => {
      const [now, then] = [after[kind], before[kind]];
      const keys = Object.keys(now) as (keyof Fate)[];
      return [kind, Object.fromEntries(keys.map(key => [key, now[key] - then[key]]))];
    }),
  ) as unknown as Readonly<Record<Kind, Fate>>;
}
