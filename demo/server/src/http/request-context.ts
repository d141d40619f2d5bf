import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Types of the Hono app. */
export interface HonoEnv {
  /** Request and response of Node.js; absent if a test calls the app without a socket. */
  readonly Bindings: Partial<HttpBindings>;
}

/** Hono's context of one request. */
export type RequestContext = Context<HonoEnv>;
