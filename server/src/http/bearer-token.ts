import { constantTimeEqual, type Macs } from '../common/crypto.js';
import { Refusal } from '../common/refusal.js';
import type { RequestContext } from './request-context.js';

/** A bearer token, as a request shows it. */
export interface BearerToken {
  /** The token without its signature. '' for a text that the server can't have issued, which matches no session. */
  readonly token: string;
  /** `known` if the server has signed it: somebody has signed in for it, but it may have expired. */
  readonly standing: 'known' | 'unproven';
}

/** Reads and signs bearer tokens (docs/protocol.md#tokens). */
export interface BearerTokens {
  /** @throws Refusal 401 `token` if there is none */
  read(c: RequestContext): BearerToken;
  /** The session as the client gets it: its token begins with the signature. */
  sign<T extends { readonly token: string }>(session: T): T;
}

/** `sign` puts 16 characters before the 43 of a token. Tokens without them were issued by an earlier version. */
const TOKEN = /^([\w-]{16})?([\w-]{43})$/;

/**
 * Creates what reads and signs tokens. The signatures don't authenticate anybody, and the database doesn't know them: they let the
 * server tell a token that it has issued from one that was made up, without asking the database. Calls with its own tokens are served
 * first (admission/gate.ts). A token that was signed under an earlier secret is as good as one without a signature.
 */
export function createBearerTokens(macs: Macs): BearerTokens {
  return {
    read(c) {
      const text = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
      if (text === undefined) throw new Refusal(401, { what: 'token' });
      const [, signature, token = ''] = TOKEN.exec(text) ?? [];
      const isSigned =
        signature !== undefined && constantTimeEqual(Buffer.from(signature), Buffer.from(macs.token(token)));
      return { token, standing: isSigned ? 'known' : 'unproven' };
    },
    sign: session => ({ ...session, token: macs.token(session.token) + session.token }),
  };
}
