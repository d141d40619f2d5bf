import { client } from './session.js';

/**
 * `fetch` for your own API. Adds the token, which is renewed first if that's due.
 * @param path address below /api/
 * @throws {TypeError} if the address isn't below /api/: the token must not go to any other server
 */
export async function callApi(path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin || !url.pathname.startsWith('/api/')) throw new TypeError('Not a path of the API');
  const headers = new Headers(init.headers);
  const token = await client.getToken();
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  return fetch(url, { ...init, headers });
}
