import type { Outcome } from '../../../contract-check/check.js';
import { type GroupName, groupOf } from '../../../contract-check/runner.js';

/** A request on its way to the reference server. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** The parsed body; {} if it is not a JSON object. */
  readonly body: Record<string, unknown>;
}

/** The response of the reference server. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  rawBody: string;
}

/** Sends a request to the reference server. */
export type Forward = (exchange: Exchange) => Promise<Reply>;

/** A server with one fault: the reference server behind a proxy that changes requests or responses. */
export interface Mutant {
  /** What the server does wrong; completes “a server that …”. */
  readonly fault: string;
  /** Id of the check that must find the fault. */
  readonly check: string;
  /** The outcome that the check must have. */
  readonly outcome: Exclude<Outcome, 'holds' | 'skipped'>;
  /** The groups of checks that find the fault, if they are not those of `groupsFor`. */
  readonly groups?: readonly GroupName[];
  /** Whether the reference server asks for challenges, and the check knows it. */
  readonly challenge?: boolean;
  /** Settings of the reference server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Creates the proxy's handler. Called for each run, because some handlers keep state. */
  readonly createFault?: () => (exchange: Exchange, forward: Forward) => Promise<Reply>;
}

/**
 * The groups that a group needs before it: a session for the checks of sessions, an account for those of challenges, and
 * responses for those that read what was recorded.
 */
const NEEDS: Partial<Record<GroupName, readonly GroupName[]>> = {
  session: ['phone'],
  challenge: ['password'],
  cors: ['requests'],
  responses: ['requests'],
};

/** The groups of checks that are run on a mutant: the group of its check, and the groups that this one needs. */
export function groupsFor({ check, groups }: Pick<Mutant, 'check' | 'groups'>): readonly GroupName[] {
  const own = groupOf(check);
  if (groups) return groups;
  return own ? [...(NEEDS[own] ?? []), own] : [];
}

export const CREDENTIALS_PATH = '/v1/creds/tel';
export const SESSION_PATH = '/v1/session';

/** Whether a request is the call with this method and path. */
export const isCall = (exchange: Exchange, method: string, path: string) =>
  exchange.method === method && exchange.path.split('?')[0] === path;

/** The body of every response: docs/protocol.md#envelope */
export interface Envelope {
  code: number;
  text: string;
  params: Record<string, unknown>;
}

export const readEnvelope = (reply: Reply): Envelope =>
  reply.rawBody === '' ? { code: 0, text: '', params: {} } : (JSON.parse(reply.rawBody) as Envelope);

/** Replaces the envelope of a reply. */
export const withEnvelope = (reply: Reply, envelope: Envelope): Reply => ({
  ...reply,
  rawBody: JSON.stringify(envelope),
});

/** A reply with the headers of another one, a status, and an envelope with the same code. */
export const makeReply = (original: Reply, code: number, params: Record<string, unknown> = {}): Reply => ({
  ...original,
  status: code,
  rawBody: JSON.stringify({ code, text: 'altered', params }),
});

/** A fault that changes replies. */
export const changeReplies =
  (change: (reply: Reply, exchange: Exchange) => Reply) => () => async (exchange: Exchange, forward: Forward) =>
    change(await forward(exchange), exchange);

/** A fault that changes `params` of the successes of one call. */
export const changeParams = (
  method: string,
  path: string,
  change: (params: Record<string, unknown>) => Record<string, unknown>,
) =>
  changeReplies((reply, exchange) => {
    if (!isCall(exchange, method, path) || reply.status !== 200) return reply;
    const envelope = readEnvelope(reply);
    return withEnvelope(reply, { ...envelope, params: change(envelope.params) });
  });

/** Creates a function that copies `params` without one member. */
export const omit = (name: string) => (params: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));

/** A fault that changes the headers of replies. Their names are in lower case. */
export const changeHeaders = (
  change: (headers: Record<string, string>, exchange: Exchange, reply: Reply) => Record<string, string>,
) => changeReplies((reply, exchange) => ({ ...reply, headers: change({ ...reply.headers }, exchange, reply) }));

/** A fault that changes requests. */
export const changeRequests =
  (change: (exchange: Exchange) => Exchange) => () => (exchange: Exchange, forward: Forward) =>
    forward(change(exchange));

/** The header `Authorization` of a request. */
export const authorizationOf = ({ headers }: Exchange) => headers['authorization'];

/** Whether a reply says that the phone number is blocked. */
export const isBlocked = (reply: Reply) => reply.status === 429 && readEnvelope(reply).params['what'] === 'blocked';
