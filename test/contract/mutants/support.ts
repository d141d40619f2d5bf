import type { Outcome } from '../verdict.js';

/** A request on its way to the server, and its answer on the way back. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** The body as an object; {} where it is none. */
  readonly body: Record<string, unknown>;
}

/** An answer that a fault may change. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  raw: string;
}

/** Asks the sound server behind. */
export type Ask = (exchange: Exchange) => Promise<Reply>;

/** A server with one fault in it. */
export interface Mutant {
  readonly fault: string;
  /** The check that must find it, and what it must say. */
  readonly check: string;
  readonly outcome: Exclude<Outcome, 'holds' | 'skipped'>;
  /** Settings of the sound server behind. */
  readonly env?: Readonly<Record<string, string>>;
  /** Makes the fault anew for each run: some remember what went through them. */
  readonly make?: () => (exchange: Exchange, ask: Ask) => Promise<Reply>;
}

/** Path of the credential calls. */
export const creds = '/v1/creds/tel';
/** Path of the session calls. */
export const session = '/v1/session';

/** Whether a request is this call. */
export const is = ({ method, path }: Exchange, wantedMethod: string, wantedPath: string) =>
  method === wantedMethod && path.split('?')[0] === wantedPath;

/** What every answer holds. */
export interface Envelope {
  code: number;
  text: string;
  params: Record<string, unknown>;
}

/** The envelope of an answer. */
export const read = (reply: Reply): Envelope =>
  reply.raw === '' ? { code: 0, text: '', params: {} } : JSON.parse(reply.raw);

/** An answer with another envelope. */
export const write = (reply: Reply, envelope: Envelope): Reply => ({ ...reply, raw: JSON.stringify(envelope) });

/** An answer of the given code in the envelope, with the headers of another one. */
export const answer = (like: Reply, code: number, params: Record<string, unknown> = {}): Reply => ({
  ...like,
  status: code,
  raw: JSON.stringify({ code, text: 'altered', params }),
});

/** Changes answers. */
export const replies =
  (alter: (reply: Reply, exchange: Exchange) => Reply) => () => async (exchange: Exchange, ask: Ask) =>
    alter(await ask(exchange), exchange);

/** Changes the parameters of answers to one call. */
export const paramsOf = (
  method: string,
  path: string,
  alter: (params: Record<string, unknown>) => Record<string, unknown>,
) =>
  replies((reply, exchange) => {
    if (!is(exchange, method, path) || reply.status !== 200) return reply;
    const envelope = read(reply);
    return write(reply, { ...envelope, params: alter(envelope.params) });
  });

export const without = (name: string) => (params: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));

/** Changes headers of answers. */
export const headersOf = (
  alter: (headers: Record<string, string>, exchange: Exchange, reply: Reply) => Record<string, string>,
) => replies((reply, exchange) => ({ ...reply, headers: alter({ ...reply.headers }, exchange, reply) }));

/** Changes requests. */
export const requests = (alter: (exchange: Exchange) => Exchange) => () => (exchange: Exchange, ask: Ask) =>
  ask(alter(exchange));

/** The header `Authorization`. */
export const bearerOf = ({ headers }: Exchange) => headers['authorization'];

/** Whether an answer says that the number is blocked. */
export const isBlocked = (reply: Reply) => reply.status === 429 && read(reply).params['what'] === 'blocked';
