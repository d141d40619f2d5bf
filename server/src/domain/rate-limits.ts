import { isIPv4 } from 'node:net';
import { MAX_STEP_BY_OTHERS } from '../challenge/difficulty.js';
import type { Macs } from '../common/crypto.js';
import { networksOf, widestNetworkOf } from '../common/networks.js';
import type { Config } from '../config/config.js';
import { type Shares, USUAL_SHARES } from './network-records.js';
import type { FreeCalls, RateLimit } from './queries/counters.js';
import { createSmsBudgets } from './sms-budgets.js';

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

/** The limits of challenges. The counts of `given` and `served` also decide how hard a challenge is. */
export interface ChallengeLimits {
  /**
   * Counts the challenges of the address, and its requests for a code without one, in this minute. Challenges that nobody
   * solves count for the address alone, and only for a minute: the people who share it must not pay for them longer.
   */
  readonly given: RateLimit;
  /**
   * Counts what was served in the widest network of the address in this minute: requests for a code without a challenge, and calls
   * with a solution. Undefined for an address without a network.
   */
  readonly served: RateLimit | undefined;
  /** Limits the captchas that the provider is asked about for the address. */
  readonly asked: RateLimit;
}

/** The calls that may get a challenge. */
export type ChallengedCall = 'send' | 'sign-in';

/**
 * The number of challenges that an address gets in a minute, and of captchas that are verified for it in an hour, as a
 * multiple of its budget of calls in an hour.
 */
const CHALLENGE_FACTOR = 10;

/**
 * The number of calls that a network may have made in a minute for an easy solution to be accepted, as a multiple of the calls that need no
 * solution.
 */
const EASY_FACTOR = 4;

/** The `max` of limits that only count or only delay: it is never reached. */
const NO_MAX = 1_000_000;

/**
 * The minimum number of calls in a minute, an hour and 24 hours that the limits of an address allow without a challenge, whatever the
 * settings say. Of requests for a code, an address whose share is small (`Shares`) has fewer in an hour and 24 hours.
 */
const MIN_FREE = 3;

/**
 * The largest part of the SMS for devices without a memory of their number that an address gets without a challenge, unless all
 * such devices together use little. So a few addresses can't use up many of these SMS for nothing.
 */
const FREE_OF_ALL = 1 / 200;

/**
 * The share of the hourly budget that people use in a busy minute. Ten thousand people behind one address use a quarter of
 * the SMS budget in a busy hour: one SMS every four minutes.
 */
const BUSY_MINUTE = 1 / 20;

/**
 * The address and the networks that it belongs to, the address first. Each has separate budgets, because an IPv6 subscriber
 * may have a /56 or a /48, and use a different /64 for each call.
 */
function tiersOf(ip: string, limits: Config['limits']): readonly Tier[] {
  const networks = [...networksOf(ip)].reverse();
  const { ipv4By24Allowance: of24, ipv6By56Allowance: of56, ipv6By48Allowance: of48 } = limits;
  const wider = isIPv4(ip)
    ? [{ name: 'IPv4 /24', allowance: of24, subscribers: of24 }]
    : [
        { name: 'IPv6 /56', allowance: of56, subscribers: 1 },
        { name: 'IPv6 /48', allowance: of48, subscribers: 1 },
      ];
  const narrowest = isIPv4(ip) ? 'IPv4' : networks.length > 1 ? 'IPv6 /64' : 'address';
  const tiers = [{ name: narrowest, allowance: 1, subscribers: 1 }, ...wider];
  return networks.map((network, index) => ({ network, ...tiers[index]! }));
}

const HOUR = 3600;
const DAY = 86_400;

/** A limit that is `factor` times as large, in all that it allows. */
function scaled(limit: RateLimit, factor: number): RateLimit {
  const scale = (count: number) => Math.ceil(count * factor);
  const scaleFree = ({ max, dayMax }: FreeCalls): FreeCalls => ({ max: scale(max), dayMax: scale(dayMax) });
  const { max, dayMax, free, freeIfQuiet } = limit;
  return {
    ...limit,
    max: scale(max),
    ...(dayMax === undefined ? {} : { dayMax: scale(dayMax) }),
    ...(free && { free: scaleFree(free) }),
    ...(freeIfQuiet && { freeIfQuiet: scaleFree(freeIfQuiet) }),
  };
}

/** All rate limits (docs/protocol.md#limits), except those that are columns of `phone_guards`. */
export type Limits = ReturnType<typeof createLimits>;

/** The rate limits of a configuration. Each function returns the limits that one call counts towards. */
export function createLimits(config: Config, macs: Macs) {
  const { limits, challenge } = config;
  /** How many of `max` calls in an hour, and of the calls in 24 hours, get no challenge. */
  const freeOf = (max: number, share: number, subscribers: number, most?: FreeCalls): FreeCalls => {
    const free = Math.max(MIN_FREE, Math.min(Math.floor(max * share), most?.max ?? Infinity));
    const freeDay = Math.max(MIN_FREE, Math.min(free * limits.dayAllowance, most?.dayMax ?? Infinity));
    return { max: free * subscribers, dayMax: freeDay * subscribers };
  };

  const budgets = createSmsBudgets(config);
  const [newDevicesInDay, newDevicesInHour] = budgets.ofNewDevices.map(({ max }) => max) as [number, number];

  const mostFreeSends: FreeCalls = {
    max: Math.ceil(newDevicesInHour * FREE_OF_ALL),
    dayMax: Math.ceil(newDevicesInDay * FREE_OF_ALL),
  };

  /**
   * The limits of an address and its networks. `kind` is part of the keys: if it changes, all previous counts are lost.
   * @param freeShare the share of the budget that gets no challenge
   * @param mostFree how many calls get no challenge at most. It doesn't count while all callers together make few calls
   */
  const ofAddress = (
    kind: string,
    name: string,
    ip: string,
    max: number,
    { hasDay, freeShare, mostFree }: { hasDay: boolean; freeShare?: number; mostFree?: FreeCalls },
  ): readonly RateLimit[] =>
    tiersOf(ip, limits).map(({ name: tier, network, allowance, subscribers }) => ({
      name: `${name}, ${tier}`,
      key: macs.counter(kind, network),
      max: max * allowance,
      window: HOUR,
      ...(hasDay ? { dayMax: max * allowance * limits.dayAllowance } : {}),
      ...(freeShare === undefined ? {} : { free: freeOf(max, freeShare, subscribers, mostFree) }),
      ...(freeShare === undefined || !mostFree ? {} : { freeIfQuiet: freeOf(max, freeShare, subscribers) }),
    }));

  const freeSignIns = { hasDay: true, freeShare: challenge.freeSignInShare };

  const budgetOf: Readonly<Record<ChallengedCall, number>> = {
    send: limits.sendsPerIp,
    'sign-in': limits.passwordFailuresPerIp,
  };

  /** Limits that count calls in a minute. As many calls as people make in a busy minute get no challenge. */
  const inMinute = (call: ChallengedCall, ip: string): readonly [own: RateLimit, network: RateLimit | undefined] => {
    const tiers = tiersOf(ip, limits);
    const [own, network] = [tiers[0]!, tiers.at(-1)!].map(({ name: tier, network, subscribers }) => {
      const free = Math.max(MIN_FREE, Math.floor(budgetOf[call] * BUSY_MINUTE)) * subscribers;
      return {
        name: `challenges, minute, ${tier}`,
        key: macs.counter(`challenge, ${call}, minute`, network),
        max: NO_MAX,
        window: 60,
        free: { max: free, dayMax: free },
      };
    });
    return [{ ...own!, max: budgetOf[call] * CHALLENGE_FACTOR }, tiers.length > 1 ? network : undefined];
  };

  return {
    sendsOfAddress: (ip: string, { own, network }: Shares = USUAL_SHARES) =>
      ofAddress('send', 'SMS', ip, limits.sendsPerIp, {
        hasDay: true,
        freeShare: challenge.freeShare,
        mostFree: mostFreeSends,
      }).map((limit, index) => scaled(limit, index === 0 ? own : network)),
    /** The limit of requests for the codes of test numbers. They cost nothing, so they count for the address alone. */
    testSends: (ip: string): readonly RateLimit[] =>
      ofAddress('test send', 'codes of test numbers', ip, limits.sendsPerIp, { hasDay: true }).slice(0, 1),
    /** The budgets of the SMS to all numbers, for an SMS with the price 1. */
    sendsOfAll: budgets.ofAll,
    sendsOfNewDevices: budgets.ofNewDevices,
    smsBudgets: budgets.forNumber,
    /** The limit of what a device gets because of its memory of a number, by the id in that memory. */
    usesOfDevice: (id: string): readonly RateLimit[] => [
      { name: 'device memory', key: macs.counter('device', id), max: limits.usesPerDevice, window: DAY },
    ],
    /**
     * The limits that count requests for a code without a challenge in a minute. Such requests make later challenges
     * harder.
     */
    freeSends: (ip: string): readonly RateLimit[] => inMinute('send', ip).filter(limit => limit !== undefined),
    challenges(call: ChallengedCall, ip: string): ChallengeLimits {
      const [given, served] = inMinute(call, ip);
      const max = budgetOf[call] * CHALLENGE_FACTOR;
      const [asked] = ofAddress(`captcha, ${call}`, 'captchas', ip, max, { hasDay: true });
      return { given, served, asked: asked! };
    },
    /**
     * The limit of what is served in a network in a minute, for a call with a solution of this step. Challenges that were given
     * before the network was busy are easy. Somebody may have collected many of them, but only some are good in a minute.
     */
    solved(call: ChallengedCall, ip: string, step: number): readonly RateLimit[] {
      const [, served] = inMinute(call, ip);
      if (!served) return [];
      const max = step < MAX_STEP_BY_OTHERS ? served.free!.max * EASY_FACTOR : NO_MAX;
      return [{ ...served, max }];
    },
    /**
     * The limits of wrong codes. Somebody who hasn't asked for a code can enter wrong ones at no cost, so these have counters
     * of their own, which refuse nobody who holds a code.
     */
    codeFailures: (ip: string, isHolder: boolean) =>
      isHolder
        ? ofAddress('code', 'wrong codes', ip, limits.codeFailuresPerIp, { hasDay: true })
        : ofAddress('code guess', 'guessed codes', ip, limits.codeFailuresPerIp, { hasDay: true }),
    /**
     * The limits of codes for a number without a live one. Callers who have shown that they are no strangers to the number have
     * separate counters, which strangers can't use up. So they are still told that their code is over.
     */
    deadCodes(phone: string, ip: string, hasAsked: boolean): readonly RateLimit[] {
      const [kind, name] = hasAsked ? ['asked dead code', 'asked code is over'] : ['dead code', 'no live code'];
      const ofNumber = { key: macs.counter(kind, phone), max: limits.deadCodesPerNumber, window: HOUR };
      const ofNetworks = ofAddress(`${kind}, ip`, name, ip, limits.deadCodesPerIp, { hasDay: false });
      return [{ name: `${name}, number`, ...ofNumber }, ...ofNetworks];
    },
    /** The limit of sign-ins to an account. `subject` is a number or a login. */
    signInsOfAccount: (subject: string): RateLimit => ({
      name: 'sign-ins, account',
      key: macs.counter('sign-in', subject),
      max: limits.signInsPerAccount,
      window: HOUR,
    }),
    signInsByCode: (ip: string) => ofAddress('sign-in, ip', 'sign-ins', ip, limits.signInsPerIp, { hasDay: false }),
    /**
     * Sign-ins by password cost nothing, so they have counters of their own, and meet a challenge before they refuse anybody
     * in the same network.
     */
    signInsByPassword: (ip: string) =>
      ofAddress('password sign-in, ip', 'sign-ins by password', ip, limits.signInsPerIp, {
        hasDay: false,
        freeShare: challenge.freeSignInShare,
      }),
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
    /** The key of the network of an address in the table `known_networks`. */
    networkOfLogin: (login: string, ip: string) => macs.counter('network', login, widestNetworkOf(ip)),
    /**
     * Limits that only delay: their `max` is never reached. Wrong passwords from other networks don't delay anybody in a
     * network from which the owner of the login has signed in.
     */
    passwordDelays: (login: string, ip: string, isKnownNetwork: boolean): readonly RateLimit[] => [
      {
        name: 'wrong passwords, login and address',
        key: macs.counter('password', login, ip),
        max: NO_MAX,
        window: DAY,
        delayAfter: limits.passwordFreeFailures,
        delayMax: 900,
      },
      {
        name: isKnownNetwork ? 'wrong passwords, login and network' : 'wrong passwords, login',
        key: isKnownNetwork
          ? macs.counter('password, network', login, widestNetworkOf(ip))
          : macs.counter('password', login),
        max: NO_MAX,
        window: DAY,
        delayAfter: limits.passwordFreeFailuresPerLogin,
        delayMax: 60,
      },
    ],
  };
}
