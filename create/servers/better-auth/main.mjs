// The server that signs people in: better-auth. `npm run auth` starts it. At its start, it creates the tables that are missing.
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { bearer, phoneNumber, username } from 'better-auth/plugins';
// PGlite, in the form of a PostgreSQL pool. In production, put your own pool into database.mjs.
import { pool } from './database.mjs';
import { readSecret } from './secret.mjs';
import { claimInterval, releaseInterval } from './sms-interval.mjs';

// SITE_ORIGINS lists the origins of your pages. TRUSTED_PROXIES lists the addresses and networks of the app's server, which forwards
// calls to this one, and of the proxies before it. Commas or spaces separate the entries of a list. BETTER_AUTH_URL is the address of
// this server, and BETTER_AUTH_SECRET its key (secret.mjs).
const {
  HOST = '127.0.0.1',
  PORT = '5173',
  SITE_ORIGINS = 'http://localhost:*,http://127.0.0.1:*',
  TRUSTED_PROXIES = '127.0.0.1,::1',
} = process.env;
const isProduction = process.env.NODE_ENV === 'production';

/** Returns the entries of a setting that is a list. */
const readList = text => text.split(/[\s,]+/).filter(Boolean);

/** Sends an SMS: call your provider here. As it is, it prints the text in the terminal, and rejects in production. */
async function sendSms(number, text) {
  if (isProduction) throw new Error('auth-server/main.mjs has no SMS provider yet.');
  console.log(`SMS to ${number}: ${text}`);
}

const options = {
  baseURL: process.env.BETTER_AUTH_URL ?? `http://${HOST}:${PORT}`,
  secret: readSecret(isProduction),
  database: pool,
  trustedOrigins: readList(SITE_ORIGINS),
  advanced: { ipAddress: { trustedProxies: readList(TRUSTED_PROXIES) } },
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

await pool.query(
  'create table if not exists sms_interval (phone_number text primary key, sent_at timestamptz not null)',
);
await (await getMigrations(options)).runMigrations();
const handle = toNodeHandler(betterAuth(options));
createServer((request, response) => {
  // better-auth limits calls by the last address in this header that isn't in TRUSTED_PROXIES. The address of the caller goes to the end,
  // after those that proxies have written.
  const { 'x-forwarded-for': forwardedFor } = request.headers;
  request.headers['x-forwarded-for'] = [forwardedFor, request.socket.remoteAddress].filter(Boolean).join(', ');
  // The promise rejects for a request that better-auth can't read, such as one whose header `Host` is no host. The answer is then 400.
  handle(request, response).catch(() => (response.headersSent ? response.destroy() : response.writeHead(400).end()));
}).listen(Number(PORT), HOST, () => console.log(`better-auth answers at http://${HOST}:${PORT}/api/auth`));
