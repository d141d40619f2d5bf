import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { bearer, phoneNumber, username } from 'better-auth/plugins';
import { pool, sendSms } from './project.mjs';
import { claimInterval, releaseInterval } from './sms-interval.mjs';

export const options = {
  database: pool,
  trustedOrigins: process.env.SITE_ORIGINS.split(','),
  emailAndPassword: { enabled: true },
  plugins: [
    bearer(),
    username(),
    phoneNumber({
      phoneNumberValidator: number => /^\+7\d{10}$/.test(number),
      sendOTP: ({ phoneNumber: number, code }) => releaseInterval(number, sendSms(number, `Your code: ${code}`)),
      signUpOnVerification: { getTempEmail: number => `${number.slice(1)}@phone.invalid` },
    }),
  ],
  hooks: { before: createAuthMiddleware(claimInterval) },
};

export const auth = betterAuth(options);
