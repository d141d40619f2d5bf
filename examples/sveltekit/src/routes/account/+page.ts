import { redirect } from '@sveltejs/kit';
import { auth } from '#lib/auth.ts';

// The session is in the browser: a server would know nobody.
export const ssr = false;

export async function load() {
  await auth.ready;
  if (!auth.client.state.isAuthenticated) redirect(307, '/?next=/account');
}
