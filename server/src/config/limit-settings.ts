import { integer, type Values } from './formats.js';

/** The maximum count of a limit. */
const limit = (defaultMax: number) => integer(1, 1e9).default(defaultMax);

/** A setting by which one budget is multiplied to get another. */
const factor = (defaultFactor: number) => integer(1, 1e6).default(defaultFactor);

/**
 * The settings that are counts of limits, factors between them, or a percentage of them. server/README.md says how to add one: "Adding a limit".
 * Intervals and lifetimes, such as `SEND_INTERVAL` and `CODE_TTL`, are in duration-settings.ts.
 */
export const limitSettings = {
  MAX_ATTEMPTS: integer(1, 100).default(3).describe('How many wrong codes block a number.'),
  SENDS_PER_DAY: limit(10).describe('SMS to one number in 24 hours.'),
  SENDS_PER_HOUR_TOTAL: limit(2000).describe('SMS to all numbers in an hour, in units of `SMS_PRICES`.'),
  SENDS_PER_DAY_TOTAL: limit(10_000).describe('SMS to all numbers in 24 hours, in units of `SMS_PRICES`.'),
  SENDS_RESERVED: integer(0, 99)
    .default(50)
    .describe(
      'Percentage of the SMS to all numbers that is reserved for devices that have signed in with the number before.',
    ),
  USES_PER_DEVICE: limit(20).describe(
    'SMS and wrong codes in 24 hours for which a device that has signed in with the number before is trusted. Further ones count as those of any other device.',
  ),
  SENDS_PER_IP: limit(60).describe(
    'SMS requested from one address in an hour. Codes of test numbers have a separate budget of the same size.',
  ),
  CODE_FAILURES_PER_IP: limit(60).describe(
    'Wrong codes from one address in an hour by callers who have asked for the code. Those of other callers have a separate budget of the same size.',
  ),
  PASSWORD_FAILURES_PER_IP: limit(100).describe('Wrong passwords from one address in an hour.'),
  PASSWORD_FREE_FAILURES: limit(5).describe(
    'From this number of wrong passwords for one login from one address on, each one doubles a delay (1 s to 15 min).',
  ),
  PASSWORD_FREE_FAILURES_PER_LOGIN: limit(50).describe(
    'From this number of wrong passwords for one login from all addresses on, each one doubles a delay (1 s to 1 min).',
  ),
  NEW_LOGINS_PER_IP: limit(20).describe('Accounts created by password from one address in an hour.'),
  SIGN_INS_PER_ACCOUNT: limit(200).describe('Sign-ins to one number or login in an hour.'),
  SIGN_INS_PER_IP: limit(600).describe(
    'Sign-ins by code from one address in an hour. Sign-ins by password have a separate budget of the same size.',
  ),
  RENEWALS_PER_SESSION: limit(120).describe('New tokens for one session in an hour.'),
  RENEWALS_PER_IP: limit(3000).describe('New tokens for sessions at one address in an hour.'),
  DEAD_CODES_PER_NUMBER: limit(1000).describe(
    'Codes entered for one number in an hour while it has no live code. Callers who have asked for a code have a separate budget of the same size.',
  ),
  DEAD_CODES_PER_IP: limit(1500).describe(
    'Codes entered from one address in an hour for numbers without a live code. Callers who have asked for a code have a separate budget of the same size.',
  ),
  DAY_ALLOWANCE: factor(5).describe(
    'Budget of an address in 24 hours, as a multiple of its hourly one: for SMS, codes of test numbers, wrong codes, captchas, wrong passwords and new accounts.',
  ),
  IPV6_56_ALLOWANCE: factor(2).describe(
    'Budget of a /56 of IPv6, as a multiple of the budget of a /64. The addresses of a /64 share one budget.',
  ),
  IPV6_48_ALLOWANCE: factor(4).describe('Budget of a /48 of IPv6, as a multiple of the budget of a /64.'),
  IPV4_24_ALLOWANCE: factor(8).describe('Budget of a /24 of IPv4, as a multiple of the budget of an address.'),
} as const;

/** The limits under the names used in the code; `reservedShare` is from 0 to 0.99. `MAX_ATTEMPTS` is not among them: it is `Config.maxAttempts`. */
export const limitsOf = (values: Values<typeof limitSettings>) => ({
  sendsPerDay: values.SENDS_PER_DAY,
  sendsPerHourTotal: values.SENDS_PER_HOUR_TOTAL,
  sendsPerDayTotal: values.SENDS_PER_DAY_TOTAL,
  reservedShare: values.SENDS_RESERVED / 100,
  sendsPerIp: values.SENDS_PER_IP,
  usesPerDevice: values.USES_PER_DEVICE,
  codeFailuresPerIp: values.CODE_FAILURES_PER_IP,
  passwordFailuresPerIp: values.PASSWORD_FAILURES_PER_IP,
  passwordFreeFailures: values.PASSWORD_FREE_FAILURES,
  passwordFreeFailuresPerLogin: values.PASSWORD_FREE_FAILURES_PER_LOGIN,
  newLoginsPerIp: values.NEW_LOGINS_PER_IP,
  signInsPerAccount: values.SIGN_INS_PER_ACCOUNT,
  signInsPerIp: values.SIGN_INS_PER_IP,
  renewalsPerSession: values.RENEWALS_PER_SESSION,
  renewalsPerIp: values.RENEWALS_PER_IP,
  deadCodesPerNumber: values.DEAD_CODES_PER_NUMBER,
  deadCodesPerIp: values.DEAD_CODES_PER_IP,
  dayAllowance: values.DAY_ALLOWANCE,
  ipv6By56Allowance: values.IPV6_56_ALLOWANCE,
  ipv6By48Allowance: values.IPV6_48_ALLOWANCE,
  ipv4By24Allowance: values.IPV4_24_ALLOWANCE,
});
