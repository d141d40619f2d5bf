import {
  SESSION_PATH,
  isCall,
  readEnvelope,
  withEnvelope,
  makeReply,
  changeReplies,
  changeParams,
  omit,
  changeRequests,
  authorizationOf,
  type Mutant,
  type Reply,
} from './support.js';

/** Faults in sessions, accounts and passwords. */
export const sessionsMutants: readonly Mutant[] = [
  {
    fault: 'answers 401 without the envelope',
    check: 'token-unknown',
    outcome: 'fails',
    createFault: changeReplies(reply =>
      reply.status === 401 ? { ...reply, rawBody: '{"message":"Unauthorized"}' } : reply,
    ),
  },
  {
    fault: 'returns another user',
    check: 'session-get',
    outcome: 'fails',
    createFault: changeParams('GET', SESSION_PATH, params => ({ ...params, user: 'another-user' })),
  },
  {
    fault: 'stores no names',
    check: 'account-name',
    outcome: 'copes',
    createFault: changeReplies(reply =>
      reply.status === 200
        ? withEnvelope(reply, { ...readEnvelope(reply), params: omit('displayName')(readEnvelope(reply).params) })
        : reply,
    ),
  },
  {
    fault: 'accepts any name',
    check: 'account-rules',
    outcome: 'fails',
    createFault: changeReplies((reply, { path }) =>
      path === '/v1/account' && reply.status === 422 ? makeReply(reply, 200) : reply,
    ),
  },
  {
    fault: 'renews with the old token',
    check: 'renew',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) => {
      if (!isCall(exchange, 'PUT', SESSION_PATH) || reply.status !== 200) return reply;
      const envelope = readEnvelope(reply);
      const token = authorizationOf(exchange)!.slice('Bearer '.length);
      return withEnvelope(reply, { ...envelope, params: { ...envelope.params, token } });
    }),
  },
  {
    fault: 'renews with a token that does not work',
    check: 'renew',
    outcome: 'fails',
    createFault: changeParams('PUT', SESSION_PATH, params => ({ ...params, token: 'q'.repeat(43) })),
  },
  {
    fault: 'revokes the old token at once when it renews',
    check: 'renew-grace',
    outcome: 'fails',
    createFault: () => {
      const revoked = new Set<string | undefined>();
      return async (exchange, forward) => {
        const reply = await forward(exchange);
        if (revoked.has(authorizationOf(exchange))) return makeReply(reply, 401, { what: 'token' });
        if (isCall(exchange, 'PUT', SESSION_PATH) && reply.status === 200) revoked.add(authorizationOf(exchange));
        return reply;
      };
    },
  },
  {
    fault: 'does not end a session',
    check: 'sign-out',
    outcome: 'fails',
    createFault: changeRequests(exchange =>
      isCall(exchange, 'DELETE', SESSION_PATH)
        ? { ...exchange, headers: { ...exchange.headers, authorization: `Bearer ${'w'.repeat(43)}` } }
        : exchange,
    ),
  },
  {
    fault: 'revokes only one token of a session at sign-out',
    check: 'sign-out',
    outcome: 'fails',
    createFault: () => {
      const revoked = new Set<string | undefined>();
      return async (exchange, forward) => {
        if (!isCall(exchange, 'DELETE', SESSION_PATH)) {
          const reply = await forward(exchange);
          return revoked.has(authorizationOf(exchange)) ? makeReply(reply, 401, { what: 'token' }) : reply;
        }
        revoked.add(authorizationOf(exchange));
        return forward({ ...exchange, headers: { ...exchange.headers, authorization: `Bearer ${'w'.repeat(43)}` } });
      };
    },
  },
  {
    fault: 'refuses to sign out an unknown token',
    check: 'sign-out-unknown',
    outcome: 'copes',
    createFault: changeReplies((reply, exchange) =>
      isCall(exchange, 'DELETE', SESSION_PATH) && authorizationOf(exchange)?.includes('yyyy')
        ? makeReply(reply, 401, { what: 'token' })
        : reply,
    ),
  },
  {
    fault: 'accepts a token in the URL',
    check: 'token-in-url',
    outcome: 'fails',
    createFault: changeRequests(exchange => {
      const token = new URLSearchParams(exchange.path.split('?')[1]).get('access_token');
      return token === null
        ? exchange
        : { ...exchange, headers: { ...exchange.headers, authorization: `Bearer ${token}` } };
    }),
  },
  {
    fault: 'leaves created out for a new account',
    check: 'password-register',
    outcome: 'copes',
    createFault: changeParams('POST', SESSION_PATH, omit('created')),
  },
  {
    fault: 'gives a new login an empty name',
    check: 'password-register',
    outcome: 'fails',
    createFault: changeParams('POST', SESSION_PATH, params => ({ ...params, displayName: '' })),
  },
  {
    fault: 'accepts any password',
    check: 'password-wrong',
    outcome: 'fails',
    createFault: () => {
      let success: Reply | undefined;
      return async (exchange, forward) => {
        const reply = await forward(exchange);
        if (isCall(exchange, 'POST', SESSION_PATH) && reply.status === 200) success = reply;
        return isCall(exchange, 'POST', SESSION_PATH) && reply.status === 401 && success ? success : reply;
      };
    },
  },
  {
    fault: 'takes the same login in upper case for another one',
    check: 'password-login',
    outcome: 'fails',
    createFault: () => async (exchange, forward) => {
      const { login } = exchange.body;
      const reply = await forward(exchange);
      const isUpperCase = typeof login === 'string' && login !== login.toLowerCase();
      if (!isCall(exchange, 'POST', SESSION_PATH) || !isUpperCase || reply.status !== 200) return reply;
      const envelope = readEnvelope(reply);
      return withEnvelope(reply, { ...envelope, params: { ...envelope.params, user: 'another', created: true } });
    },
  },
  {
    fault: 'accepts any new login and password',
    check: 'password-rules',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) =>
      isCall(exchange, 'POST', SESSION_PATH) && reply.status === 422 ? makeReply(reply, 200) : reply,
    ),
  },
  {
    fault: 'accepts any token',
    check: 'token-unknown',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) =>
      isCall(exchange, 'GET', SESSION_PATH) && reply.status === 401
        ? makeReply(reply, 200, { user: 'anybody', displayName: null, expiresIn: 60 })
        : reply,
    ),
  },
];
