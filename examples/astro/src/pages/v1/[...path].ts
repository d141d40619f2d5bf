import type { APIRoute } from 'astro';

/** Passes a call of the widget on to the server that signs people in, for development and production. */
export const ALL: APIRoute = async ({ request, url, clientAddress }) => {
  const headers = new Headers(request.headers);
  // These belong to the connection. `fetch` would also decode a compressed answer without changing its headers.
  for (const name of ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']) headers.delete(name);
  headers.set('accept-encoding', 'identity');
  headers.append('x-forwarded-for', clientAddress);
  const body = request.method === 'GET' ? null : await request.arrayBuffer();
  const target = (process.env.AUTH_URL ?? 'http://127.0.0.1:5173') + url.pathname + url.search;
  return fetch(target, { method: request.method, headers, body, redirect: 'manual' });
};
