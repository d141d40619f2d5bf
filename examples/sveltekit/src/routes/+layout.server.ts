import type { LayoutServerLoad } from './$types';

/** The person for whom the page is rendered. */
export const load: LayoutServerLoad = ({ locals: { person }, setHeaders }) => {
  if (person) setHeaders({ 'cache-control': 'private, no-store' });
  return { person };
};
