import { isIPv4 } from 'node:net';
import type { Macs } from '../common/crypto.js';
import type { Config } from '../config/config.js';
import type { RateLimit } from './queries/counters.js';

/** A network that an address belongs to, or the address itself. */
interface Tier {
  /** For the log. */
  readonly name: string;
  readonly network: string;
  /** Its budget, in budgets of an address. */
  readonly allowance: number;
  /**
   * How many addresses of subscribers it stands for where challenges begin. The addresses of an IPv4 /24 are of as many
   * subscribers; a /56 or a /48 of IPv6 may be that of one.
   */
  readonly subscribers: number;
}

/** What the challenges of one call are made from: their difficulty, and whether one is given. */
export interface ChallengeLimits {
  /** Challenges given, by hour and by day, in tiers. Their `max` bounds the giving: `challengeFactor` times the call's own. */
  readonly given: readonly RateLimit[];
  /** What came in this minute, in tiers. It only makes the next challenge harder: their `max` is never reached. */
  readonly inMinute: readonly RateLimit[];
  /** Captchas that the provider is asked about, in tiers. */
  readonly asked: readonly RateLimit[];
}

/** The calls that may meet a challenge. */
export type ChallengedCall = 'send' | 'sign-in';

/** How many times the budget of an address the challenges are that it is given, and the captchas that are verified for it. */
export const challengeFactor = 10;

/** The `max` of limits that only count, or only delay. */
const outOfReach = 1_000_000;

/** Calls of an address in an hour that meet no challenge, at least; in a minute, too. */
const leastFree = 3;

/**
 * How much of the budget of an hour people use in a busy minute. Ten thousand of them behind one address use a quarter of the
 * budget of SMS in a busy hour, one in four minutes.
 */
const busyMinute = 1 / 20;

/**
 * The address and the networks around it, each of which has budgets of its own: a subscriber of IPv6 may have a /56 or a
 * /48, and change the /64 with each call.
 * @param ip an IPv4 address, the /64 of an IPv6 address (`2001:db8:0:1::/64`), or any other text, which has no networks
 */
function tiersOf(ip: string, limits: Config['limits']): readonly Tier[] {
  if (isIPv4(ip)) {
    const ofNetwork = limits.ipv4By24Allowance;
    return [
      { name: 'IPv4', network: ip, allowance: 1, subscribers: 1 },
      { name: 'IPv4 /24', network: ip.replace(/\d+$/, '0/24'), allowance: ofNetwork, subscribers: ofNetwork },
    ];
  }
  const groups = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/i.exec(ip)?.slice(1);
  if (!groups) return [{ name: 'address', network: ip, allowance: 1, subscribers: 1 }];
  const [a, b, c, subnet = ''] = groups;
  const subnet56 = (parseInt(subnet, 16) & 0xff00).toString(16);
  const { ipv6By56Allowance, ipv6By48Allowance } = limits;
  return [
    { name: 'IPv6 /64', network: ip, allowance: 1, subscribers: 1 },
    { name: 'IPv6 /56', network: `${a}:${b}:${c}:${subnet56}::/56`, allowance: ipv6By56Allowance, subscribers: 1 },
    { name: 'IPv6 /48', network: `${a}:${b}:${c}::/48`, allowance: ipv6By48Allowance, subscribers: 1 },
  ];
}

const hour = 3600;
const day = 86_400;

/** All rate limits (docs/protocol.md#limits), but those that are columns of `phone_guards`. */
export type Limits = ReturnType<typeof createLimits>;

/** The rate limits of a configuration. Each function makes the limits that one call has to keep. */
export function createLimits({ limits, challenge }: Config, macs: Macs) {
  /** What of a budget of `max` in an hour meets no challenge. */
  const freeOf = (max: number, share: number, subscribers: number) => {
    const free = Math.max(leastFree, Math.floor(max * share)) * subscribers;
    return { max: free, dayMax: free * limits.dayAllowance };
  };

  /**
   * Limits for an address and its networks. `kind` is part of the keys: changing it forgets what was counted.
   * @param freeShare what of the budget meets no challenge
   */
  const ofAddress = (
    kind: string,
    name: string,
    ip: string,
    max: number,
    { hasDay, freeShare }: { readonly hasDay: boolean; readonly freeShare?: number },
  ): readonly RateLimit[] =>
    tiersOf(ip, limits).map(({ name: tier, network, allowance, subscribers }) => ({
      name: `${name}, ${tier}`,
      key: macs.counter(kind, network),
      max: max * allowance,
      window: hour,
      ...(hasDay ? { dayMax: max * allowance * limits.dayAllowance } : {}),
      ...(freeShare === undefined ? {} : { free: freeOf(max, freeShare, subscribers) }),
    }));

  const freeSignIns = { hasDay: true, freeShare: challenge.freeSignInShare };

  const budgetOf: Readonly<Record<ChallengedCall, number>> = {
    send: limits.sendsPerIp,
    'sign-in': limits.passwordFailuresPerIp,
  };

  /** Limits that count what comes in a minute, and of which a busy one of people meets no challenge. */
  const inMinute = (call: ChallengedCall, ip: string): readonly RateLimit[] => {
    const tiers = tiersOf(ip, limits);
    // Networks of IPv6 stand for one subscriber each: the widest is used up first.
    return (isIPv4(ip) ? tiers : tiers.slice(-1)).map(({ name: tier, network, subscribers }) => {
      const free = Math.max(leastFree, Math.floor(budgetOf[call] * busyMinute)) * subscribers;
      return {
        name: `challenges, minute, ${tier}`,
        key: macs.counter(`challenge, ${call}, minute`, network),
        max: outOfReach,
        window: 60,
        free: { max: free, dayMax: free },
      };
    });
  };

  return {
    sendsOfAddress: (ip: string) =>
      ofAddress('send', 'SMS', ip, limits.sendsPerIp, { hasDay: true, freeShare: challenge.freeShare }),
    sendsOfAll: [
      { name: 'SMS, all, day', key: macs.counter('send, all'), max: limits.sendsPerDayTotal, window: day },
      { name: 'SMS, all, hour', key: macs.counter('send, all, hour'), max: limits.sendsPerHourTotal, window: hour },
    ].map((limit): RateLimit => {
      const free = Math.ceil(limit.max * challenge.totalShare);
      return { ...limit, free: { max: free, dayMax: free } };
    }),
    /** How many requests for a code in a minute meet no challenge. They count towards the difficulty of those that do. */
    freeSends: (ip: string): readonly RateLimit[] => inMinute('send', ip),
    challenges: (call: ChallengedCall, ip: string): ChallengeLimits => {
      const max = budgetOf[call] * challengeFactor;
      return {
        given: ofAddress(`challenge, ${call}`, 'challenges', ip, max, { hasDay: true }),
        inMinute: inMinute(call, ip),
        asked: ofAddress(`captcha, ${call}`, 'captchas', ip, max, { hasDay: true }),
      };
    },
    codeFailures: (ip: string) => ofAddress('code', 'wrong codes', ip, limits.codeFailuresPerIp, { hasDay: true }),
    deadCodes: (phone: string, ip: string): readonly RateLimit[] => [
      {
        name: 'no live code, number',
        key: macs.counter('dead code', phone),
        max: limits.deadCodesPerNumber,
        window: hour,
      },
      ...ofAddress('dead code, ip', 'no live code', ip, limits.deadCodesPerIp, { hasDay: false }),
    ],
    /** `subject` is a number or a login. */
    signIns: (subject: string, ip: string): readonly RateLimit[] => [
      { name: 'sign-ins, account', key: macs.counter('sign-in', subject), max: limits.signInsPerAccount, window: hour },
      ...ofAddress('sign-in, ip', 'sign-ins', ip, limits.signInsPerIp, { hasDay: false }),
    ],
    renewalsOfSession: (session: string): RateLimit => ({
      name: 'renewals, session',
      key: macs.counter('renewal', session),
      max: limits.renewalsPerSession,
      window: hour,
    }),
    renewalsOfAddress: (ip: string) =>
      ofAddress('renewal, ip', 'renewals', ip, limits.renewalsPerIp, { hasDay: false }),
    newLogins: (ip: string) => ofAddress('new login', 'new accounts', ip, limits.newLoginsPerIp, freeSignIns),
    passwordFailures: (ip: string) =>
      ofAddress('password, ip', 'wrong passwords', ip, limits.passwordFailuresPerIp, freeSignIns),
    /** They only delay: their `max` is never reached. */
    passwordDelays: (login: string, ip: string): readonly RateLimit[] => [
      {
        name: 'wrong passwords, login and address',
        key: macs.counter('password', login, ip),
        max: outOfReach,
        window: day,
        delayAfter: limits.passwordFreeFailures,
        delayMax: 900,
      },
      {
        name: 'wrong passwords, login',
        key: macs.counter('password', login),
        max: outOfReach,
        window: day,
        delayAfter: limits.passwordFreeFailuresPerLogin,
        delayMax: 60,
      },
    ],
  };
}
