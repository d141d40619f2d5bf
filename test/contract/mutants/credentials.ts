import {
  creds,
  session,
  is,
  read,
  write,
  answer,
  replies,
  paramsOf,
  without,
  headersOf,
  requests,
  isBlocked,
  type Mutant,
  type Reply,
} from './support.js';

/** Faults of codes, their limits and their blocks. */
export const credentialsMutants: readonly Mutant[] = [
  {
    fault: 'sends twice within a minute',
    check: 'send-minute',
    outcome: 'fails',
    make: replies((reply, exchange) =>
      is(exchange, 'POST', creds) && read(reply).params['what'] === 'send'
        ? answer(reply, 200, { cred: `tel:${String(exchange.body['tel'])}`, resendIn: 60, codeLength: 6 })
        : reply,
    ),
  },
  { fault: 'allows a fourth try', check: 'wrong-code', outcome: 'fails', env: { MAX_ATTEMPTS: '4' } },
  { fault: 'blocks for a minute', check: 'block', outcome: 'fails', env: { BLOCK_STEPS: '60' } },
  {
    fault: 'says that it may be asked again in five seconds',
    check: 'send',
    outcome: 'fails',
    make: paramsOf('POST', creds, params => ({ ...params, resendIn: 5 })),
  },
  {
    fault: 'answers success with another code',
    check: 'send',
    outcome: 'fails',
    make: replies(reply => (reply.status === 200 ? write(reply, { ...read(reply), code: 0 }) : reply)),
  },
  {
    fault: 'sends no Retry-After',
    check: 'send-minute',
    outcome: 'copes',
    make: headersOf(({ 'retry-after': _, ...headers }) => headers),
  },
  {
    fault: 'leaves attemptsLeft out',
    check: 'wrong-code',
    outcome: 'copes',
    make: replies(reply =>
      reply.status === 401
        ? write(reply, { ...read(reply), params: without('attemptsLeft')(read(reply).params) })
        : reply,
    ),
  },
  {
    fault: 'leaves what out',
    check: 'send-minute',
    outcome: 'copes',
    make: replies(reply =>
      reply.status >= 400 ? write(reply, { ...read(reply), params: without('what')(read(reply).params) }) : reply,
    ),
  },
  {
    fault: 'counts tries where there is no code',
    check: 'no-code',
    outcome: 'fails',
    make: () => {
      let tries = 0;
      return async (exchange, ask) => {
        const reply = await ask(exchange);
        if (!is(exchange, 'PUT', creds) || reply.status !== 410) return reply;
        tries += 1;
        return tries < 3 ? reply : answer(reply, 429, { what: 'blocked', retryAfter: 900 });
      };
    },
  },
  {
    fault: 'takes a code twice',
    check: 'code-once',
    outcome: 'fails',
    make: () => {
      let success: Reply | undefined;
      return async (exchange, ask) => {
        const reply = await ask(exchange);
        if (!is(exchange, 'PUT', creds)) return reply;
        if (reply.status === 200) success = reply;
        return reply.status === 410 && success ? success : reply;
      };
    },
  },
  {
    fault: 'ignores the idempotency key that it asked for',
    check: 'idempotency',
    outcome: 'fails',
    make: requests(({ headers: { 'idempotency-key': _, ...headers }, ...exchange }) => ({ ...exchange, headers })),
  },
  {
    fault: 'knows no idempotency key',
    check: 'idempotency',
    outcome: 'copes',
    make: paramsOf('POST', creds, without('idempotent')),
  },
  {
    fault: 'gives a session again for any code under the key',
    check: 'idempotency',
    outcome: 'fails',
    make: () => {
      const sessions = new Map<string, Reply>();
      return async (exchange, ask) => {
        const reply = await ask(exchange);
        const key = exchange.headers['idempotency-key'];
        if (!is(exchange, 'PUT', creds) || key === undefined) return reply;
        if (reply.status === 200) sessions.set(key, reply);
        return sessions.get(key) ?? reply;
      };
    },
  },
  {
    fault: 'confirms a number and signs nobody in',
    check: 'right-code',
    outcome: 'copes',
    make: paramsOf('PUT', creds, ({ cred }) => ({ cred })),
  },
  {
    fault: 'tells when a session ends in place of how long it lasts',
    check: 'right-code',
    outcome: 'fails',
    make: paramsOf('PUT', creds, params => ({ ...params, expiresIn: '2030-01-01T00:00:00Z' })),
  },
  {
    fault: 'confirms another credential',
    check: 'right-code',
    outcome: 'fails',
    make: paramsOf('PUT', creds, params => ({ ...params, cred: String(params['cred']).slice(4) })),
  },
  {
    fault: 'takes the right code of a blocked number',
    check: 'block-right-code',
    outcome: 'fails',
    make: replies((reply, exchange) =>
      is(exchange, 'PUT', creds) && isBlocked(reply) && exchange.body['val'] === '222222'
        ? answer(reply, 200, { cred: 'tel:79990000002' })
        : reply,
    ),
  },
  {
    fault: 'sends SMS to a blocked number',
    check: 'block-send',
    outcome: 'fails',
    make: replies((reply, exchange) =>
      is(exchange, 'POST', creds) && isBlocked(reply) ? answer(reply, 200, { cred: 'tel:79990000002' }) : reply,
    ),
  },
  {
    fault: 'ends the sessions of a blocked number',
    check: 'block-session',
    outcome: 'fails',
    make: () => {
      let blocked = false;
      return async (exchange, ask) => {
        const reply = await ask(exchange);
        blocked ||= isBlocked(reply);
        return blocked && is(exchange, 'GET', session) ? answer(reply, 401, { what: 'token' }) : reply;
      };
    },
  },
  {
    fault: 'takes a malformed code for a wrong one',
    check: 'malformed-code',
    outcome: 'fails',
    make: replies((reply, exchange) =>
      is(exchange, 'PUT', creds) && reply.status === 400
        ? answer(reply, 401, { what: 'code', attemptsLeft: 2 })
        : reply,
    ),
  },
];
