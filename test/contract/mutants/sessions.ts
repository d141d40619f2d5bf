import {
  session,
  is,
  read,
  write,
  answer,
  replies,
  paramsOf,
  without,
  requests,
  bearerOf,
  type Mutant,
  type Reply,
} from './support.js';

/** Faults of sessions, accounts and passwords. */
export const sessionsMutants: readonly Mutant[] = [
  {
    fault: 'tells somebody else',
    check: 'session-get',
    outcome: 'fails',
    make: paramsOf('GET', session, params => ({ ...params, user: 'somebody-else' })),
  },
  {
    fault: 'keeps no names',
    check: 'account-name',
    outcome: 'copes',
    make: replies(reply =>
      reply.status === 200
        ? write(reply, { ...read(reply), params: without('displayName')(read(reply).params) })
        : reply,
    ),
  },
  {
    fault: 'takes any name',
    check: 'account-rules',
    outcome: 'fails',
    make: replies((reply, { path }) => (path === '/v1/account' && reply.status === 422 ? answer(reply, 200) : reply)),
  },
  {
    fault: 'renews with the old token',
    check: 'renew',
    outcome: 'fails',
    make: replies((reply, exchange) => {
      if (!is(exchange, 'PUT', session) || reply.status !== 200) return reply;
      const envelope = read(reply);
      const token = bearerOf(exchange)!.slice('Bearer '.length);
      return write(reply, { ...envelope, params: { ...envelope.params, token } });
    }),
  },
  {
    fault: 'renews with a token that does not work',
    check: 'renew',
    outcome: 'fails',
    make: paramsOf('PUT', session, params => ({ ...params, token: 'q'.repeat(43) })),
  },
  {
    fault: 'ends the old token with the renewal',
    check: 'renew-grace',
    outcome: 'fails',
    make: () => {
      const dead = new Set<string | undefined>();
      return async (exchange, ask) => {
        const reply = await ask(exchange);
        if (dead.has(bearerOf(exchange))) return answer(reply, 401, { what: 'token' });
        if (is(exchange, 'PUT', session) && reply.status === 200) dead.add(bearerOf(exchange));
        return reply;
      };
    },
  },
  {
    fault: 'does not sign out',
    check: 'sign-out',
    outcome: 'fails',
    make: requests(exchange =>
      is(exchange, 'DELETE', session)
        ? { ...exchange, headers: { ...exchange.headers, authorization: `Bearer ${'w'.repeat(43)}` } }
        : exchange,
    ),
  },
  {
    fault: 'signs one token of a session out',
    check: 'sign-out',
    outcome: 'fails',
    make: () => {
      const dead = new Set<string | undefined>();
      return async (exchange, ask) => {
        if (!is(exchange, 'DELETE', session)) {
          const reply = await ask(exchange);
          return dead.has(bearerOf(exchange)) ? answer(reply, 401, { what: 'token' }) : reply;
        }
        dead.add(bearerOf(exchange));
        return ask({ ...exchange, headers: { ...exchange.headers, authorization: `Bearer ${'w'.repeat(43)}` } });
      };
    },
  },
  {
    fault: 'refuses to sign out an unknown token',
    check: 'sign-out-unknown',
    outcome: 'copes',
    make: replies((reply, exchange) =>
      is(exchange, 'DELETE', session) && bearerOf(exchange)?.includes('yyyy')
        ? answer(reply, 401, { what: 'token' })
        : reply,
    ),
  },
  {
    fault: 'takes a token in the address',
    check: 'token-in-url',
    outcome: 'fails',
    make: requests(exchange => {
      const token = new URLSearchParams(exchange.path.split('?')[1]).get('access_token');
      return token === null
        ? exchange
        : { ...exchange, headers: { ...exchange.headers, authorization: `Bearer ${token}` } };
    }),
  },
  {
    fault: 'does not say that an account was made',
    check: 'password-register',
    outcome: 'copes',
    make: paramsOf('POST', session, without('created')),
  },
  {
    fault: 'takes any password',
    check: 'password-wrong',
    outcome: 'fails',
    make: () => {
      let success: Reply | undefined;
      return async (exchange, ask) => {
        const reply = await ask(exchange);
        if (is(exchange, 'POST', session) && reply.status === 200) success = reply;
        return is(exchange, 'POST', session) && reply.status === 401 && success ? success : reply;
      };
    },
  },
  {
    fault: 'takes logins in two cases for two',
    check: 'password-login',
    outcome: 'fails',
    make: () => async (exchange, ask) => {
      const { login } = exchange.body;
      const reply = await ask(exchange);
      const upper = typeof login === 'string' && login !== login.toLowerCase();
      if (!is(exchange, 'POST', session) || !upper || reply.status !== 200) return reply;
      const envelope = read(reply);
      return write(reply, { ...envelope, params: { ...envelope.params, user: 'another', created: true } });
    },
  },
  {
    fault: 'takes any login and password',
    check: 'password-rules',
    outcome: 'fails',
    make: replies((reply, exchange) =>
      is(exchange, 'POST', session) && reply.status === 422 ? answer(reply, 200) : reply,
    ),
  },
  {
    fault: 'takes any token',
    check: 'token-unknown',
    outcome: 'fails',
    make: replies((reply, exchange) =>
      is(exchange, 'GET', session) && reply.status === 401
        ? answer(reply, 200, { user: 'anybody', displayName: null, expiresIn: 60 })
        : reply,
    ),
  },
];
