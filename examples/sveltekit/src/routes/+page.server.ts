import { renderFirstScreen } from 'auth-widget/html';
import type { PageServerLoad } from './$types';

/** The form as HTML, which people type into before any script has arrived. A person who is signed in needs none. */
export const load: PageServerLoad = async ({ parent }) => {
  const { person } = await parent();
  const attributes = { lang: 'en', 'defer-hydration': '' };
  return { screen: person ? undefined : renderFirstScreen({ lang: 'en', attributes }).html };
};
