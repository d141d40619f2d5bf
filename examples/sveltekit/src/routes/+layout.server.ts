import { bridge } from '#lib/server/bridge.ts';
import type { LayoutServerLoad } from './$types';

/** The person for whom the page is rendered. */
export const load: LayoutServerLoad = async ({ request, setHeaders }) => {
  const found = await bridge.whoIs(request.headers.get('cookie'));
  if (found.kind !== 'signed-in') return { person: undefined };
  setHeaders({ 'cache-control': 'private, no-store' });
  return { person: found.account };
};
