// Other configurations of the server in auth.mjs, which use the same database.
import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { admin, bearer, captcha, phoneNumber, username } from 'better-auth/plugins';
import { options, smsText } from './auth.mjs';
import { requireAccountAlways, requireAccountToSignIn } from './known-numbers.mjs';
import { sendSms } from './project.mjs';
import { claimInterval } from './sms-interval.mjs';

const [, , phoneNumberOpen] = options.plugins;
const sendOTP = ({ phoneNumber: number, code }) => sendSms(number, smsText(code));

/** Registration must be chosen: a sign-in by an unknown number sends no SMS. */
const registerFirst = {
  ...options,
  hooks: {
    before: createAuthMiddleware(async ctx => {
      await requireAccountToSignIn(ctx);
      await claimInterval(ctx);
    }),
  },
};

/** Nobody can register by phone. */
const closed = {
  ...options,
  emailAndPassword: { enabled: true, disableSignUp: true },
  plugins: [bearer(), username(), phoneNumber({ sendOTP })],
  hooks: {
    before: createAuthMiddleware(async ctx => {
      await requireAccountAlways(ctx);
      await claimInterval(ctx);
    }),
  },
};

/** The same without hooks. */
const bare = { ...closed, hooks: {} };

const signed = { ...options, plugins: [bearer({ requireSignature: true }), username(), phoneNumberOpen] };

/** A read of the session does not extend it. */
const deferred = { ...options, session: { deferSessionRefresh: true } };

/** A plugin with errors of its own: accounts that are banned. */
const withAdmin = { ...options, plugins: [...options.plugins, admin()] };

/** A registration by password opens no session, and doesn't say that an email address has an account. */
const withoutAutoSignIn = { ...options, emailAndPassword: { enabled: true, autoSignIn: false } };

/** The limits that better-auth has in production, and one SMS a minute for each address. */
const limited = {
  ...options,
  rateLimit: {
    enabled: true,
    storage: 'database',
    customRules: { '/phone-number/send-otp': { window: 60, max: 1 } },
  },
  hooks: {},
};

const withCaptcha = {
  ...options,
  plugins: [
    ...options.plugins,
    captcha({
      provider: 'cloudflare-turnstile',
      secretKey: process.env.TURNSTILE_SECRET_KEY,
      endpoints: ['/phone-number/send-otp', '/sign-in/username', '/sign-up/email'],
      siteVerifyURLOverride: process.env.TURNSTILE_URL, // set by the tests; Cloudflare's address by default
    }),
  ],
  hooks: {},
};

export const VARIANTS = {
  registerFirst,
  closed,
  bare,
  signed,
  deferred,
  withoutAutoSignIn,
  admin: withAdmin,
  limited,
  captcha: withCaptcha,
};

/** With the tables and columns of all of them. */
export const everything = { ...options, plugins: withAdmin.plugins, rateLimit: limited.rateLimit };

export const createVariant = (name, baseURL) => betterAuth({ ...VARIANTS[name], baseURL });
