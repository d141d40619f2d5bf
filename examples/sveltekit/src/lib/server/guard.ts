import { bridge } from '#lib/server/bridge.ts';
import { redirect } from '@sveltejs/kit';
import type { Handle } from '@sveltejs/kit/hooks';

/** Finds out who asks for a page, and sends a browser that asks for a guarded one, and whose person isn't signed in, to the sign-in. */
export const guard: Handle = async ({ event, resolve }) => {
  const found = await bridge.whoIs(event.request.headers.get('cookie'));
  event.locals.person = found.kind === 'signed-in' ? found.account : undefined;
  // SvelteKit fetches data before a person has clicked on a link. There, the `load` of the page decides.
  const isGuarded = event.url.pathname.startsWith('/account') && !event.isDataRequest;
  // While the auth server gives no answer (`unknown`), nobody is sent away.
  if (found.kind === 'signed-out' && isGuarded) redirect(307, '/?next=/account');
  return resolve(event);
};
