import { isIPv4 } from 'node:net';
import type { Macs } from '../common/crypto.js';
import type { Config } from '../config/config.js';
import type { RateLimit } from './queries/counters.js';

/** An address, or a network that it belongs to. */
interface Tier {
  /** For the log. */
  readonly name: string;
  readonly network: string;
  /** Its budget, as a multiple of the budget of an address. */
  readonly allowance: number;
  /**
   * How many subscribers share it, for the number of calls without a challenge. The addresses of an IPv4 /24 belong to
   * different subscribers, but a /56 or a /48 of IPv6 may belong to a single one.
   */
  readonly subscribers: number;
}

/** The limits that decide whether a call gets a challenge, and how hard it is. */
export interface ChallengeLimits {
  /**
   * Limits of challenges given, by hour and by day, for each tier. Their `max` is `CHALLENGE_FACTOR` times that of the call
   * itself.
   */
  readonly given: readonly RateLimit[];
  /**
   * Counters of challenges, and of calls without one, in this minute. They only make the next challenge harder: `max` is
   * never reached.
   */
  readonly inMinute: readonly RateLimit[];
  /** Limits of captchas that the provider is asked about, for each tier. */
  readonly asked: readonly RateLimit[];
}

/** The calls that may get a challenge. */
export type ChallengedCall = 'send' | 'sign-in';

/**
 * The number of challenges that an address gets, and of captchas that are verified for it, as a multiple of its budget of
 * calls.
 */
export const CHALLENGE_FACTOR = 10;

/** The `max` of limits that only count or only delay: it is never reached. */
const NO_MAX = 1_000_000;

/**
 * The minimum number of calls of an address in an hour, and in a minute, that get no challenge, whatever the settings say.
 */
const MIN_FREE = 3;

/**
 * The share of the hourly budget that people use in a busy minute. Ten thousand people behind one address use a quarter of
 * the SMS budget in a busy hour: one SMS every four minutes.
 */
const BUSY_MINUTE = 1 / 20;

/**
 * The address and the networks that it belongs to. Each has separate budgets, because an IPv6 subscriber may have a /56 or
 * a /48, and use a different /64 for each call.
 * @param ip an IPv4 address, the /64 of an IPv6 address (`2001:db8:0:1::/64`), or any other text, which belongs to no network
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

const HOUR = 3600;
const DAY = 86_400;

/** All rate limits (docs/protocol.md#limits), except those that are columns of `phone_guards`. */
export type Limits = ReturnType<typeof createLimits>;

/** The rate limits of a configuration. Each function returns the limits that one call counts towards. */
export function createLimits({ limits, challenge }: Config, macs: Macs) {
  /** How many of `max` calls in an hour get no challenge. */
  const freeOf = (max: number, share: number, subscribers: number) => {
    const free = Math.max(MIN_FREE, Math.floor(max * share)) * subscribers;
    return { max: free, dayMax: free * limits.dayAllowance };
  };

  /**
   * The limits of an address and its networks. `kind` is part of the keys: if it changes, all previous counts are lost.
   * @param freeShare the share of the budget that gets no challenge
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
      window: HOUR,
      ...(hasDay ? { dayMax: max * allowance * limits.dayAllowance } : {}),
      ...(freeShare === undefined ? {} : { free: freeOf(max, freeShare, subscribers) }),
    }));

  const freeSignIns = { hasDay: true, freeShare: challenge.freeSignInShare };

  const budgetOf: Readonly<Record<ChallengedCall, number>> = {
    send: limits.sendsPerIp,
    'sign-in': limits.passwordFailuresPerIp,
  };

  /** Limits that count the calls in a minute. As many calls as people make in a busy minute get no challenge. */
  const inMinute = (call: ChallengedCall, ip: string): readonly RateLimit[] => {
    const tiers = tiersOf(ip, limits);
    // IPv6 networks count as one subscriber each, so the widest network is used up first.
    return (isIPv4(ip) ? tiers : tiers.slice(-1)).map(({ name: tier, network, subscribers }) => {
      const free = Math.max(MIN_FREE, Math.floor(budgetOf[call] * BUSY_MINUTE)) * subscribers;
      return {
        name: `challenges, minute, ${tier}`,
        key: macs.counter(`challenge, ${call}, minute`, network),
        max: NO_MAX,
        window: 60,
        free: { max: free, dayMax: free },
      };
    });
  };

  return {
    sendsOfAddress: (ip: string) =>
      ofAddress('send', 'SMS', ip, limits.sendsPerIp, { hasDay: true, freeShare: challenge.freeShare }),
    sendsOfAll: [
      { name: 'SMS, all, day', key: macs.counter('send, all'), max: limits.sendsPerDayTotal, window: DAY },
      { name: 'SMS, all, hour', key: macs.counter('send, all, hour'), max: limits.sendsPerHourTotal, window: HOUR },
    ].map((limit): RateLimit => {
      const free = Math.ceil(limit.max * challenge.totalShare);
      return { ...limit, free: { max: free, dayMax: free } };
    }),
    /**
     * The limits that count requests for a code without a challenge in a minute. Such requests make later challenges
     * harder.
     */
    freeSends: (ip: string): readonly RateLimit[] => inMinute('send', ip),
    challenges: (call: ChallengedCall, ip: string): ChallengeLimits => {
      const max = budgetOf[call] * CHALLENGE_FACTOR;
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
        window: HOUR,
      },
      ...ofAddress('dead code, ip', 'no live code', ip, limits.deadCodesPerIp, { hasDay: false }),
    ],
    /** The limits of sign-ins. `subject` is a number or a login. */
    signIns: (subject: string, ip: string): readonly RateLimit[] => [
      { name: 'sign-ins, account', key: macs.counter('sign-in', subject), max: limits.signInsPerAccount, window: HOUR },
      ...ofAddress('sign-in, ip', 'sign-ins', ip, limits.signInsPerIp, { hasDay: false }),
    ],
    renewalsOfSession: (session: string): RateLimit => ({
      name: 'renewals, session',
      key: macs.counter('renewal', session),
      max: limits.renewalsPerSession,
      window: HOUR,
    }),
    renewalsOfAddress: (ip: string) =>
      ofAddress('renewal, ip', 'renewals', ip, limits.renewalsPerIp, { hasDay: false }),
    newLogins: (ip: string) => ofAddress('new login', 'new accounts', ip, limits.newLoginsPerIp, freeSignIns),
    passwordFailures: (ip: string) =>
      ofAddress('password, ip', 'wrong passwords', ip, limits.passwordFailuresPerIp, freeSignIns),
    /** Limits that only delay: their `max` is never reached. */
    passwordDelays: (login: string, ip: string): readonly RateLimit[] => [
      {
        name: 'wrong passwords, login and address',
        key: macs.counter('password', login, ip),
        max: NO_MAX,
        window: DAY,
        delayAfter: limits.passwordFreeFailures,
        delayMax: 900,
      },
      {
        name: 'wrong passwords, login',
        key: macs.counter('password', login),
        max: NO_MAX,
        window: DAY,
        delayAfter: limits.passwordFreeFailuresPerLogin,
        delayMax: 60,
      },
    ],
  };
}
