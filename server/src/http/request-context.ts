import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Types of the Hono app. */
export interface HonoEnv {
  /** Request and response of Node.js; absent if a test calls the app without a socket. */
  readonly Bindings: Partial<HttpBindings>;
}

/** Hono's context of one request. */
export type RequestContext = Context<HonoEnv>;

/** Returns a function that tells whether the client has closed its connection, so that nobody would read the answer. */
export function clientLeftCheck(c: RequestContext): () => boolean {
  // Hono's types say that `env` always exists, but without a socket (app.request() in a test) it doesn't.
  const socket = (c.env as RequestContext['env'] | undefined)?.incoming?.socket;
  // When the client half-closes the connection, Node.js ends the other half as well.
  return () => socket !== undefined && !socket.writable;
}
