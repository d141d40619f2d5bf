import { client } from './session.js';

/**
 * `fetch` for the app's own API: adds the token, which is renewed first if that is due.
 * @param path below /api/
 * @throws {TypeError} for an address that is not below it: the token is for no other server
 */
export async function callApi(path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin || !url.pathname.startsWith('/api/')) throw new TypeError('Not a path of the API');
  const headers = new Headers(init.headers);
  const token = await client.getToken();
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  return fetch(url, { ...init, headers });
}
