import { currentAccount, restored } from './session.js';

/**
 * Where a person has to go before they may see a page for people who are signed in; null if they may see it now. For the
 * guard of any router: it waits until it is known who is signed in.
 * @param path of the page, with its query
 */
export async function redirectFor(path: string): Promise<string | null> {
  await restored;
  return currentAccount() ? null : `/sign-in?return=${encodeURIComponent(path)}`;
}
