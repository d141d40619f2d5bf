// The bridge as a handler for Node's `http`, Express and Connect, and for the `raw` request and response of Fastify.
import type { SessionBridge } from './session-bridge.js';

/** The part of Node's `IncomingMessage` that is read. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The part of Node's `ServerResponse` that is used. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(): unknown;
}

/** Makes a handler for the path of the bridge: `app.all('/auth/session', toNodeHandler(bridge))`. */
export const toNodeHandler =
  (bridge: Pick<SessionBridge, 'handle'>) =>
  async ({ method = 'GET', headers }: NodeRequest, response: NodeResponse): Promise<void> => {
    const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      // The names of HTTP/2's pseudo-headers begin with a colon.
      value === undefined || name.startsWith(':') ? [] : [[name, String(value)]],
    );
    const answer = await bridge.handle({ method, headers: new Headers(entries) });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end();
  };
