import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { bearer, phoneNumber, username } from 'better-auth/plugins';
import { pool, sendSms } from './project.mjs';
import { claimInterval, releaseInterval } from './sms-interval.mjs';

/** With the last line, which names the site, phones fill in the code by themselves. */
export const smsText = code => `Your code: ${code}\n\n@www.example.com #${code}`;

export const options = {
  database: pool,
  trustedOrigins: process.env.SITE_ORIGINS.split(/[\s,]+/).filter(Boolean),
  emailAndPassword: { enabled: true },
  plugins: [
    bearer(),
    username(),
    phoneNumber({
      phoneNumberValidator: number => /^\+7\d{10}$/.test(number),
      sendOTP: ({ phoneNumber: number, code }) => releaseInterval(number, sendSms(number, smsText(code))),
      signUpOnVerification: { getTempEmail: number => `${number.slice(1)}@phone.invalid` },
    }),
  ],
  hooks: { before: createAuthMiddleware(claimInterval) },
};

export const auth = betterAuth(options);
