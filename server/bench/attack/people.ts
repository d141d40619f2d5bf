import type { Random } from './random.js';
import { type Solved, solve } from './challenges.js';
import { type Answer, type Call, memberLogin, memberPassword, type Site } from './site.js';

/** Who signs in, and from which addresses. */
export interface Group {
  readonly name: string;
  /** Whether all of them share one address. */
  readonly isShared?: boolean;
  /** How many sign-ins begin in a day. */
  readonly signIns: number;
  /** The address of the next person. */
  address(random: Random): string;
}

/** What limits and challenges do to the people of one group. */
export interface Experience {
  /** How many requests for an SMS and sign-ins by password were made. */
  requests: number;
  /** How many of these a limit or a full server refused, even with a solution. */
  refused: number;
  /** How many of the refused calls weren't refused by a budget of all callers (`day`). */
  refusedInBudget: number;
  /** The PBKDF2 iterations of each challenge. */
  readonly challenges: number[];
}

/** What became of the people of one kind. Only the first call of each counts or, if it met a challenge, the same call with the solution. */
export interface Fate {
  asked: number;
  /** How many got their SMS, or their session by password, within `PATIENCE` on a device four times slower than a desktop. */
  got: number;
  challenged: number;
  /** How many met a proof of work of the last step. */
  hardest: number;
}

/**
 * The kinds of people, by what the server knows of them. Those with a device want an SMS. The others sign in by password, and a new
 * login registers.
 */
export type Kind = 'known device' | 'new device' | 'known network' | 'new login';

/** Who returns, for simulations in which the server knows some of the people. */
export interface Returning {
  /** The share of sign-ins on a known device or in a known network. */
  readonly share: number;
  /** How many members with a password there are. */
  readonly members: number;
  /** Seconds of one iteration of PBKDF2 in a desktop browser. People's devices count as four times slower. */
  readonly iterationTime: number;
}

/** How long the widget works on a proof of work before it gives up, in seconds: `MAX_MS` in src/client/calls/proof-of-work.ts. */
export const PATIENCE = 240;

const hex = (value: number) => value.toString(16);

/** The groups of people. A session lasts 90 days, so 10,000 subscribers sign in 111 times a day. */
export const groups: readonly Group[] = [
  {
    name: 'people with addresses of their own',
    signIns: 2000,
    address: random =>
      random.chance(0.6)
        ? // IPv4 addresses of households, spread over sixteen networks (/8).
          `${80 + random.below(16)}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`
        : // A household has a /56 of IPv6, and its devices are in the first /64.
          `2a0${hex(random.below(8))}:${hex(random.below(65_536))}:${hex(random.below(65_536))}:${hex(random.below(256))}00::1`,
  },
  {
    name: '10,000 people behind one IPv4 address',
    isShared: true,
    signIns: 111,
    address: () => '100.64.0.1',
  },
  {
    name: '10,000 people with a /64 each, in one /48',
    signIns: 111,
    address: random => `2001:db8:aaaa:${hex(random.below(65_536))}::1`,
  },
];

/** The share of the day's sign-ins in each hour. */
const byHour = [
  0.02, 0.01, 0.01, 0.01, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.06, 0.06, 0.06, 0.05, 0.05, 0.05, 0.05, 0.06, 0.06,
  0.07, 0.06, 0.05, 0.04, 0.02,
];

/** The share of the sign-ins that are by password, and the shares of those by phone in which something goes wrong. */
const shares = {
  /** The person signs in by password. */
  password: 0.1,
  /** The person mistypes the code once. */
  mistyped: 0.15,
  /** The SMS is late, so the person requests another one after two minutes. */
  resent: 0.1,
} as const;

/** Whether the call was refused by a limit that others used up, or by a full server. */
const isRefused = ({ status, params }: Answer) =>
  status === 503 || (status === 429 && ['ip', 'day'].includes(String(params['what'])));

/** The people of a site, and what happens to them. */
export class People {
  readonly #site: Site;
  readonly #random: Random;
  readonly experience: ReadonlyMap<Group, Experience>;
  /** What people whose SMS is late will do: minute → functions that request another SMS and enter its code. */
  readonly #later = new Map<number, (() => Promise<void>)[]>();
  readonly fates: Readonly<Record<Kind, Fate>>;
  readonly #returning: Returning | undefined;
  #count = 0;

  constructor(site: Site, random: Random, returning?: Returning) {
    this.#site = site;
    this.#random = random;
    this.#returning = returning;
    const fate = (): Fate => ({ asked: 0, got: 0, challenged: 0, hardest: 0 });
    this.fates = { 'known device': fate(), 'new device': fate(), 'known network': fate(), 'new login': fate() };
    this.experience = new Map(
      groups.map(group => [group, { requests: 0, refused: 0, refusedInBudget: 0, challenges: [] }]),
    );
  }

  /** Simulates what people do in a minute, which counts from midnight of the first day. */
  async minute(minute: number): Promise<void> {
    for (const call of this.#later.get(minute) ?? []) await call();
    this.#later.delete(minute);
    for (const group of groups) {
      const share = byHour[Math.floor(minute / 60) % 24]!;
      const count = this.#random.poisson((group.signIns * share) / 60);
      for (let i = 0; i < count; i++) await this.#signIn(group, minute);
    }
  }

  async #signIn(group: Group, minute: number): Promise<void> {
    const random = this.#random;
    const ip = group.address(random);
    this.#count++;
    const returning = this.#returning;
    const isKnown = returning !== undefined && random.chance(returning.share);
    if (random.chance(shares.password)) {
      const login = isKnown ? memberLogin(random.below(returning.members)) : `person-${this.#count}`;
      // The server counts an IPv6 address as its /64.
      if (isKnown) await this.#site.rememberNetwork(login, ip.replace('::1', '::/64'));
      const call = { method: 'POST', path: '/v1/session', body: { login, password: memberPassword }, ip };
      await this.#request(group, call, isKnown ? 'known network' : 'new login');
      return;
    }
    const tel = `7916${String(this.#count).padStart(7, '0')}`;
    const device = isKnown ? this.#site.memoryOf(tel) : undefined;
    if (!(await this.#requestCode(group, tel, ip, device, isKnown ? 'known device' : 'new device'))) return;
    if (random.chance(shares.resent)) {
      const again = async () => {
        if (await this.#requestCode(group, tel, ip, device)) await this.#enterCode(tel, ip);
      };
      this.#later.set(minute + 2, [...(this.#later.get(minute + 2) ?? []), again]);
    } else await this.#enterCode(tel, ip);
  }

  #requestCode(group: Group, tel: string, ip: string, device?: string, kind?: Kind): Promise<boolean> {
    return this.#request(group, { method: 'POST', path: '/v1/creds/tel', body: { tel, op: 'add' }, ip, device }, kind);
  }

  async #enterCode(tel: string, ip: string): Promise<void> {
    const code = this.#site.codeFor(tel);
    const wrong = code.replace(/./, digit => String((Number(digit) + 1) % 10));
    const enter = (val: string) =>
      this.#site.call({ method: 'PUT', path: '/v1/creds/tel', body: { tel, val, op: 'add' }, ip });
    if (this.#random.chance(shares.mistyped)) await enter(wrong);
    await enter(code);
  }

  /**
   * Makes a call, and if it meets a challenge, repeats it with the solution. Resolves to whether it succeeded.
   * @param kind for the first call of a person
   */
  async #request(group: Group, call: Call, kind?: Kind): Promise<boolean> {
    const experience = this.experience.get(group)!;
    experience.requests++;
    let answer = await this.#site.call(call);
    let solved: Solved | undefined;
    if (answer.status === 403) {
      solved = solve(answer.params);
      experience.challenges.push(solved.iterations);
      answer = await this.#site.call({ ...call, solution: solved.solution });
    }
    if (kind !== undefined) this.#note(this.fates[kind], answer, solved);
    if (isRefused(answer)) {
      experience.refused++;
      if (answer.params['what'] !== 'day') experience.refusedInBudget++;
    } else if (answer.status !== 200) {
      throw new Error(`a person was answered ${answer.status} ${JSON.stringify(answer.params)}`);
    }
    return answer.status === 200;
  }

  #note(fate: Fate, { status }: Answer, solved: Solved | undefined): void {
    const seconds = 4 * (solved?.iterations ?? 0) * (this.#returning?.iterationTime ?? 0);
    fate.asked++;
    if (status === 200 && seconds <= PATIENCE) fate.got++;
    if (solved) fate.challenged++;
    if (solved?.step === 5) fate.hardest++;
  }
}
