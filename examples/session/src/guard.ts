import { currentAccount, restored } from './session.js';

/**
 * For the guard of any router: the address to send a person to before they may see a page for people who are signed in, or
 * null if they may see it now. Waits until it is known who is signed in.
 * @param path path of the page, with its query
 */
export async function redirectFor(path: string): Promise<string | null> {
  await restored;
  return currentAccount() ? null : `/sign-in?return=${encodeURIComponent(path)}`;
}
