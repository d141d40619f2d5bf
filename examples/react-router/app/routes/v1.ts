import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';

/**
 * Passes a call of the widget on to the server that signs people in, for development and production. A route doesn't know the
 * address of its caller: the proxy before this app sets `X-Forwarded-For`.
 */
async function passOn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  // These belong to the connection. `fetch` would also decode a compressed answer without changing its headers.
  for (const name of ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']) headers.delete(name);
  headers.set('accept-encoding', 'identity');
  const body = request.method === 'GET' ? null : await request.arrayBuffer();
  const target = (process.env.AUTH_URL ?? 'http://127.0.0.1:5173') + pathname + search;
  return fetch(target, { method: request.method, headers, body, redirect: 'manual' });
}

export const loader = ({ request }: LoaderFunctionArgs) => passOn(request);
export const action = ({ request }: ActionFunctionArgs) => passOn(request);
