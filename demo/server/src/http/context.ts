import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** What the router knows of a request besides itself. */
export interface Env {
  /** Absent where a request is handed in without a socket. */
  readonly Bindings: Partial<HttpBindings>;
}

/** The context of one request. */
export type Ctx = Context<Env>;
