import { guard } from '#lib/server/guard.ts';
import { sequence, type Handle } from '@sveltejs/kit/hooks';
import process from 'node:process';

/** Passes the calls of the widget on to the server that signs people in, for development and production. */
const passOn: Handle = async ({ event, resolve }) => {
  const { request, url } = event;
  if (!url.pathname.startsWith('/v1/')) return resolve(event);
  const headers = new Headers(request.headers);
  // These belong to the connection. `fetch` would also decode a compressed answer without changing its headers.
  for (const name of ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']) headers.delete(name);
  headers.set('accept-encoding', 'identity');
  headers.append('x-forwarded-for', event.getClientAddress());
  const body = request.method === 'GET' ? null : await request.arrayBuffer();
  const target = (process.env.AUTH_URL ?? 'http://127.0.0.1:5173') + url.pathname + url.search;
  return fetch(target, { method: request.method, headers, body, redirect: 'manual' });
};

export const handle = sequence(passOn, guard);
