import { redirect } from '@sveltejs/kit';
import { auth } from '#lib/auth.ts';

// The session is kept in the browser, so a server can't tell who is signed in.
export const ssr = false;

export async function load() {
  await auth.ready;
  if (!auth.client.state.isAuthenticated) redirect(307, '/?next=/account');
}
