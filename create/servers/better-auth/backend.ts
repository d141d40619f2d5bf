import { BetterAuthBackend } from 'auth-widget/backends/better-auth.js';

/** The server that signs people in. better-auth has no account without an email, so a login without one gets it. */
export const backend = new BetterAuthBackend('/api/auth', { toEmail: login => `${login}@login.invalid` });
