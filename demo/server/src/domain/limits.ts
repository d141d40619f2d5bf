import { isIPv4 } from 'node:net';
import type { Macs } from '../common/crypto.js';
import type { Config } from '../config/config.js';
import type { RateLimit } from './counters.js';

/** A network that an address belongs to, or the address itself. */
interface Tier {
  /** For the log. */
  readonly name: string;
  readonly network: string;
  /** Its budget, in budgets of an address. */
  readonly allowance: number;
}

/** What the challenges of one call are made from: their difficulty, and whether one is given. */
export interface ChallengeLimits {
  /** Challenges given, by hour and by day, in tiers. Their `max` bounds the giving: `challengeFactor` times the call's own. */
  readonly given: readonly RateLimit[];
  /** Challenges given in a minute, in tiers. They only make the next one harder: their `max` is never reached. */
  readonly inMinute: readonly RateLimit[];
  /** Captchas that the provider is asked about, in tiers. */
  readonly asked: readonly RateLimit[];
}

/** The calls that may meet a challenge. */
export type ChallengedCall = 'send' | 'sign-in';

/** How many times the budget of an address the challenges are that it is given, and the captchas that are verified for it. */
export const challengeFactor = 10;

/** Unit of the limits of a minute: the `max` of one of an address, which is out of reach. */
export const perMinute = 1e6;

/** Calls of an address in an hour that meet no challenge, at least. */
const leastFree = 3;

/**
 * The address and the networks around it, each of which has budgets of its own: a subscriber of IPv6 may have a /56 or a
 * /48, and change the /64 with each call.
 * @param ip an IPv4 address, the /64 of an IPv6 address (`2001:db8:0:1::/64`), or any other text, which has no networks
 */
function tiersOf(ip: string, limits: Config['limits']): readonly Tier[] {
  if (isIPv4(ip)) {
    return [
      { name: 'IPv4', network: ip, allowance: 1 },
      { name: 'IPv4 /24', network: ip.replace(/\d+$/, '0/24'), allowance: limits.ipv4By24Allowance },
    ];
  }
  const groups = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/i.exec(ip)?.slice(1);
  if (!groups) return [{ name: 'address', network: ip, allowance: 1 }];
  const [a, b, c, subnet = ''] = groups;
  const subnet56 = (parseInt(subnet, 16) & 0xff00).toString(16);
  return [
    { name: 'IPv6 /64', network: ip, allowance: 1 },
    { name: 'IPv6 /56', network: `${a}:${b}:${c}:${subnet56}::/56`, allowance: limits.ipv6By56Allowance },
    { name: 'IPv6 /48', network: `${a}:${b}:${c}::/48`, allowance: limits.ipv6By48Allowance },
  ];
}

const hour = 3600;
const day = 86_400;

/** All rate limits (docs/protocol.md#limits), but those that are columns of `phone_guards`. */
export type Limits = ReturnType<typeof createLimits>;

/** The rate limits of a configuration. Each function makes the limits that one call has to keep. */
export function createLimits({ limits, challenge }: Config, macs: Macs) {
  /** What of a budget of `max` in an hour meets no challenge. A network has twice as much as an address. */
  const freeOf = (max: number, allowance: number) => {
    const free = Math.max(leastFree, Math.floor(max * challenge.freeShare)) * (allowance === 1 ? 1 : 2);
    return { max: free, dayMax: free * limits.dayAllowance };
  };

  /** Limits for an address and its networks. `kind` is part of the keys: changing it forgets what was counted. */
  const ofAddress = (kind: string, name: string, ip: string, max: number, hasDay: boolean): readonly RateLimit[] =>
    tiersOf(ip, limits).map(({ name: tier, network, allowance }) => ({
      name: `${name}, ${tier}`,
      key: macs.counter(kind, network),
      max: max * allowance,
      window: hour,
      ...(hasDay ? { dayMax: max * allowance * limits.dayAllowance, free: freeOf(max, allowance) } : {}),
    }));

  const budgetOf: Readonly<Record<ChallengedCall, number>> = {
    send: limits.sendsPerIp,
    'sign-in': limits.passwordFailuresPerIp,
  };

  return {
    sendsOfAddress: (ip: string) => ofAddress('send', 'SMS', ip, limits.sendsPerIp, true),
    sendsOfAll: [
      { name: 'SMS, all, day', key: macs.counter('send, all'), max: limits.sendsPerDayTotal, window: day },
      { name: 'SMS, all, hour', key: macs.counter('send, all, hour'), max: limits.sendsPerHourTotal, window: hour },
    ].map((limit): RateLimit => {
      const free = Math.ceil(limit.max * challenge.totalShare);
      return { ...limit, free: { max: free, dayMax: free } };
    }),
    challenges: (call: ChallengedCall, ip: string): ChallengeLimits => {
      const max = budgetOf[call] * challengeFactor;
      return {
        given: ofAddress(`challenge, ${call}`, 'challenges', ip, max, true),
        // The addresses of a /24 are of as many subscribers; a /56 or a /48 may be that of one.
        inMinute: tiersOf(ip, limits).map(({ name: tier, network, allowance }) => ({
          name: `challenges, minute, ${tier}`,
          key: macs.counter(`challenge, ${call}, minute`, network),
          max: perMinute * (isIPv4(ip) ? allowance : 1),
          window: 60,
        })),
        asked: ofAddress(`captcha, ${call}`, 'captchas', ip, max, true),
      };
    },
    codeFailures: (ip: string) => ofAddress('code', 'wrong codes', ip, limits.codeFailuresPerIp, true),
    deadCodes: (phone: string, ip: string): readonly RateLimit[] => [
      {
        name: 'no live code, number',
        key: macs.counter('dead code', phone),
        max: limits.deadCodesPerNumber,
        window: hour,
      },
      ...ofAddress('dead code, ip', 'no live code', ip, limits.deadCodesPerIp, false),
    ],
    /** `subject` is a number or a login. */
    signIns: (subject: string, ip: string): readonly RateLimit[] => [
      { name: 'sign-ins, account', key: macs.counter('sign-in', subject), max: limits.signInsPerAccount, window: hour },
      ...ofAddress('sign-in, ip', 'sign-ins', ip, limits.signInsPerIp, false),
    ],
    renewalsOfSession: (session: string): RateLimit => ({
      name: 'renewals, session',
      key: macs.counter('renewal', session),
      max: limits.renewalsPerSession,
      window: hour,
    }),
    renewalsOfAddress: (ip: string) => ofAddress('renewal, ip', 'renewals', ip, limits.renewalsPerIp, false),
    newLogins: (ip: string) => ofAddress('new login', 'new accounts', ip, limits.newLoginsPerIp, true),
    passwordFailures: (ip: string) =>
      ofAddress('password, ip', 'wrong passwords', ip, limits.passwordFailuresPerIp, true),
    /** They only delay: their `max` is never reached. */
    passwordDelays: (login: string, ip: string): readonly RateLimit[] => [
      {
        name: 'wrong passwords, login and address',
        key: macs.counter('password', login, ip),
        max: 1_000_000,
        window: day,
        delayAfter: limits.passwordFreeFailures,
        delayMax: 900,
      },
      {
        name: 'wrong passwords, login',
        key: macs.counter('password', login),
        max: 1_000_000,
        window: day,
        delayAfter: limits.passwordFreeFailuresPerLogin,
        delayMax: 60,
      },
    ],
  };
}
