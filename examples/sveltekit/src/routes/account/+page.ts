import { redirect } from '@sveltejs/kit';
import { auth } from '#lib/auth.ts';
import type { PageLoad } from './$types';

// The session is kept in the browser, so a server can't tell who is signed in.
export const ssr = false;

export const load: PageLoad = async ({ depends }) => {
  depends('auth:session');
  await auth.ready;
  if (!auth.client.state.isAuthenticated) redirect(307, '/?next=/account');
};
