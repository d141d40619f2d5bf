import { SessionBridge, TokenCheck } from 'auth-widget/server';

// Next bundles pages, route handlers and the proxy separately, so each has its own instance of a module. They share the global object.
const shared = globalThis as { sessionBridge?: SessionBridge };

/** The session of this server, beside the one in the browser. `ORIGINS` has the addresses of the pages, with spaces between them. */
export const bridge = (shared.sessionBridge ??= new SessionBridge({
  tokenCheck: new TokenCheck({ authUrl: process.env.AUTH_URL ?? 'http://127.0.0.1:5173' }),
  origins: (process.env.ORIGINS ?? 'http://localhost:3000').split(' '),
}));
