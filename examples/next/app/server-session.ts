import { headers } from 'next/headers';
import { cache } from 'react';
import { bridge } from './bridge';

/**
 * Who asks for a page; undefined if nobody is signed in, or if the auth server gave no answer. Any number of server components may call
 * this: it looks once for each request.
 */
export const auth = cache(async () => {
  const found = await bridge.whoIs((await headers()).get('cookie'));
  return found.kind === 'signed-in' ? found.account : undefined;
});
