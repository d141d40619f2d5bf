import { Cluster } from '../../test/support/cluster.js';
import { HOSTILE_ATTACKS, type HostileAttack } from './attacks.js';
import { startCaptchaDouble } from './captcha-double.js';
import { HonestPeople, type Seen } from './honest.js';

/**
 * The settings of the servers: the real limits of addresses, and budgets of all callers together that are never used up. The usual
 * budgets would be used up after some minutes, because people sign in all the time. `npm run simulate:attack` is about those.
 */
const SETTINGS = {
  CHALLENGE: 'auto',
  // An empty value stands for the default, in place of that of the tests.
  SENDS_PER_IP: '',
  CODE_FAILURES_PER_IP: '',
  PASSWORD_FAILURES_PER_IP: '',
  NEW_LOGINS_PER_IP: '',
  SENDS_PER_HOUR_TOTAL: '1000000',
  SENDS_PER_DAY_TOTAL: '1000000',
  // Fewer than the calls of the attacker in flight (200 by default), so that the queues are full if one process gets all of them.
  MAX_WAITING: '100',
  LOG_LEVEL: 'silent',
} as const;

/**
 * Further settings for attacks on captchas. In some of these attacks, each call comes from another network, so a server takes it for
 * another person. A queue with fewer places than such calls would also refuse honest people. So the queues have the default size.
 */
const CAPTCHA_SETTINGS = {
  MAX_WAITING: '1000',
  CHALLENGE: 'always',
  CHALLENGE_TYPE: 'turnstile',
  CHALLENGE_SITE_KEY: 'site',
  CHALLENGE_SECRET: 'secret',
} as const;

/** How long each part of the run is, how many calls are in flight, and how many processes answer. */
export interface HourOptions {
  /** Seconds of each attack. */
  readonly seconds: number;
  readonly processes: number;
  /** People who sign in at the same time. */
  readonly people: number;
  /** Calls of the attacker in flight. */
  readonly attackers: number;
  readonly attacks?: readonly HostileAttack[];
  /** Settings of the servers that take the place of the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called after each attack. */
  readonly onPart?: (part: HourPart) => void;
}

/** What one attack did, and what people saw of it. */
export interface HourPart {
  readonly attack: string;
  readonly processes: number;
  /** How many calls, slow connections or kills the attacker has made. */
  readonly calls: number;
  readonly seen: Seen;
}

/** The outcome of all attacks on one number of processes. */
export interface HourOutcome {
  readonly parts: readonly HourPart[];
  /** How many numbers got more than one SMS. */
  readonly doubleSms: number;
  /** How many sessions were opened. */
  readonly sessions: number;
  readonly lostSessions: number;
}

/** Lets the attacks come one after the other, while people sign in all the time. */
export async function hostileHour(options: HourOptions): Promise<HourOutcome> {
  const { attacks = HOSTILE_ATTACKS } = options;
  const outcomes: HourOutcome[] = [];
  const usual = attacks.filter(({ hasCaptcha }) => !hasCaptcha);
  if (usual.length > 0) outcomes.push(await runAttacks(usual, SETTINGS, options));
  const ofCaptcha = attacks.filter(({ hasCaptcha }) => hasCaptcha);
  if (ofCaptcha.length > 0) {
    const { url, stop } = await startCaptchaDouble();
    const settings = { ...SETTINGS, ...CAPTCHA_SETTINGS, CAPTCHA_URL: url };
    outcomes.push(await runAttacks(ofCaptcha, settings, options).finally(stop));
  }
  const sum = (pick: (outcome: HourOutcome) => number) => outcomes.reduce((total, each) => total + pick(each), 0);
  return {
    parts: outcomes.flatMap(({ parts }) => parts),
    doubleSms: sum(each => each.doubleSms),
    sessions: sum(each => each.sessions),
    lostSessions: sum(each => each.lostSessions),
  };
}

/** Runs attacks one after another on servers with these settings. */
async function runAttacks(
  attacks: readonly HostileAttack[],
  settings: Readonly<Record<string, string>>,
  { seconds, processes, people: atOnce, attackers, settings: ownSettings, onPart }: HourOptions,
): Promise<HourOutcome> {
  const cluster = await Cluster.start('postgres', { ...settings, ...ownSettings }, processes);
  try {
    const people = new HonestPeople(cluster);
    const parts: HourPart[] = [];
    for (const { name, run } of attacks) {
      const until = performance.now() + seconds * 1000;
      const isOver = () => performance.now() >= until;
      const seen = people.observe();
      let calls = 0;
      const count = () => void calls++;
      const field = { cluster, people, atOnce: attackers, isOver, count };
      await Promise.all([run(field), people.live(atOnce, isOver)]);
      const part = { attack: name, processes, calls, seen };
      parts.push(part);
      onPart?.(part);
    }
    const doubleSms = people.countDoubleSms();
    return { parts, doubleSms, sessions: people.sessions, lostSessions: await people.countLostSessions() };
  } finally {
    await cluster.stop();
  }
}
