import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** What a request carries through the server. */
export interface Env {
  /** Absent where a request is handed in without a socket. */
  readonly Bindings: Partial<HttpBindings>;
  readonly Variables: {
    /** Identifier of the request, in its logs and its answer. */
    readonly requestId: string;
    /** Address that the limits count. */
    readonly ip: string;
  };
}

/** The context of one request. */
export type Ctx = Context<Env>;
