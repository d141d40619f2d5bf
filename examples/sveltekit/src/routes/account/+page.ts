import { redirect } from '@sveltejs/kit';
import { auth } from '#lib/auth.ts';
import type { PageLoad } from './$types';

// The page is rendered in the browser, which has the session.
export const ssr = false;

export const load: PageLoad = async ({ depends }) => {
  depends('auth:session');
  await auth.ready;
  if (!auth.client.state.isAuthenticated) redirect(307, '/?next=/account');
};
