import type { Account } from 'auth-widget/server';

declare module 'h3' {
  interface H3EventContext {
    person?: Account;
  }
}

/** Finds out who asks for a page. Only requests with the cookie wait for that. */
export default defineEventHandler(async event => {
  if (event.path.startsWith('/v1/') || event.path.startsWith('/auth/')) return;
  const found = await bridge.whoIs(getHeader(event, 'cookie'));
  if (found.kind !== 'signed-in') return;
  event.context.person = found.account;
  setHeader(event, 'cache-control', 'private, no-store');
});
