import type { Account } from 'auth-widget/server';

declare module 'h3' {
  interface H3EventContext {
    person?: Account;
  }
}

/**
 * Finds out who asks for a page, and sends a browser that asks for a guarded one, and whose person isn't signed in, to the sign-in. Only
 * requests with the cookie wait for that.
 */
export default defineEventHandler(async event => {
  if (event.path.startsWith('/v1/') || event.path.startsWith('/auth/')) return;
  const found = await bridge.whoIs(getHeader(event, 'cookie'));
  if (found.kind === 'signed-in') {
    event.context.person = found.account;
    setHeader(event, 'cache-control', 'private, no-store');
  }
  // While the auth server gives no answer (`unknown`), nobody is sent away.
  if (found.kind === 'signed-out' && event.path.startsWith('/account'))
    await sendRedirect(event, `/?next=${encodeURIComponent(event.path)}`);
});
