import {
  CREDENTIALS_PATH,
  SESSION_PATH,
  isCall,
  readEnvelope,
  withEnvelope,
  makeReply,
  changeReplies,
  changeParams,
  omit,
  changeHeaders,
  changeRequests,
  isBlocked,
  type Mutant,
  type Reply,
} from './support.js';

const omitHeader = (headers: Readonly<Record<string, string>>, omitted: string) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== omitted));

/** Faults in the request and verification of codes, their limits and blocks. */
export const credentialsMutants: readonly Mutant[] = [
  {
    fault: 'sends a second code within the minute that it names',
    check: 'send-minute',
    outcome: 'fails',
    createFault: changeParams('POST', CREDENTIALS_PATH, params => ({ ...params, resendIn: 60 })),
  },
  {
    fault: 'refuses a second code although it may be requested at once',
    check: 'send-minute',
    outcome: 'fails',
    createFault: () => {
      let hasSent = false;
      return async (exchange, forward) => {
        const reply = await forward(exchange);
        if (!isCall(exchange, 'POST', CREDENTIALS_PATH) || reply.status !== 200) return reply;
        if (hasSent) return makeReply(reply, 429, { what: 'send', retryAfter: 60 });
        hasSent = true;
        return reply;
      };
    },
  },
  {
    fault: 'orders SMS to numbers that nobody has',
    check: 'country',
    outcome: 'fails',
    createFault: changeReplies(reply =>
      readEnvelope(reply).params['what'] === 'country' ? makeReply(reply, 200, {}) : reply,
    ),
  },
  {
    fault: 'answers no state',
    check: 'state',
    outcome: 'copes',
    createFault: changeParams('POST', CREDENTIALS_PATH, omit('state')),
  },
  {
    fault: 'answers a state of 201 characters',
    check: 'state',
    outcome: 'fails',
    createFault: changeParams('POST', CREDENTIALS_PATH, params => ({ ...params, state: 'x'.repeat(201) })),
  },
  {
    fault: 'answers a state to callers whom it tells to wait',
    check: 'no-state-in-429',
    outcome: 'fails',
    groups: ['block', 'responses'],
    createFault: changeReplies(reply => {
      const { code, params } = readEnvelope(reply);
      return code === 429 ? makeReply(reply, 429, { ...params, state: 'state' }) : reply;
    }),
  },
  {
    fault: 'gives callers without the state all tries',
    check: 'state-tries',
    outcome: 'fails',
    createFault: changeRequests(exchange => ({ ...exchange, headers: omitHeader(exchange.headers, 'x-auth-state') })),
  },
  {
    fault: 'promises further tries to callers without the state',
    check: 'state-tries',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) => {
      const { params } = readEnvelope(reply);
      if (params['attemptsLeft'] !== 0 || exchange.headers['x-auth-state'] !== undefined) return reply;
      return makeReply(reply, 401, { ...params, attemptsLeft: 1 });
    }),
  },
  {
    fault: 'answers no device memory',
    check: 'device',
    outcome: 'copes',
    createFault: changeParams('PUT', CREDENTIALS_PATH, omit('device')),
  },
  {
    fault: 'answers a device memory of 201 characters',
    check: 'device',
    outcome: 'fails',
    createFault: changeParams('PUT', CREDENTIALS_PATH, params => ({ ...params, device: 'x'.repeat(201) })),
  },
  {
    fault: 'signs in no device that shows its memory',
    check: 'device',
    outcome: 'fails',
    createFault: () => (exchange, forward) =>
      forward(exchange.headers['x-auth-device'] === undefined ? exchange : { ...exchange, body: {} }),
  },
  { fault: 'allows four tries', check: 'wrong-code', outcome: 'fails', env: { MAX_ATTEMPTS: '4' } },
  { fault: 'blocks a number for one minute only', check: 'block', outcome: 'fails', env: { BLOCK_STEPS: '60' } },
  {
    fault: 'returns a resendIn of five seconds',
    check: 'send',
    outcome: 'fails',
    createFault: changeParams('POST', CREDENTIALS_PATH, params => ({ ...params, resendIn: 5 })),
  },
  {
    fault: 'answers a success with a code other than 200',
    check: 'send',
    outcome: 'fails',
    createFault: changeReplies(reply =>
      reply.status === 200 ? withEnvelope(reply, { ...readEnvelope(reply), code: 0 }) : reply,
    ),
  },
  {
    fault: 'sends no Retry-After',
    check: 'block',
    outcome: 'copes',
    createFault: changeHeaders(({ 'retry-after': _, ...headers }) => headers),
  },
  {
    fault: 'leaves attemptsLeft out',
    check: 'wrong-code',
    outcome: 'copes',
    createFault: changeReplies(reply =>
      reply.status === 401
        ? withEnvelope(reply, { ...readEnvelope(reply), params: omit('attemptsLeft')(readEnvelope(reply).params) })
        : reply,
    ),
  },
  {
    fault: 'leaves what out of its errors',
    check: 'wrong-code',
    outcome: 'copes',
    createFault: changeReplies(reply =>
      reply.status >= 400
        ? withEnvelope(reply, { ...readEnvelope(reply), params: omit('what')(readEnvelope(reply).params) })
        : reply,
    ),
  },
  {
    fault: 'counts tries although no code was sent',
    check: 'no-code',
    outcome: 'fails',
    createFault: () => {
      let tries = 0;
      return async (exchange, forward) => {
        const reply = await forward(exchange);
        if (!isCall(exchange, 'PUT', CREDENTIALS_PATH) || reply.status !== 410) return reply;
        tries++;
        return tries < 3 ? reply : makeReply(reply, 429, { what: 'blocked', retryAfter: 900 });
      };
    },
  },
  {
    fault: 'accepts a code twice',
    check: 'code-once',
    outcome: 'fails',
    createFault: () => {
      let success: Reply | undefined;
      return async (exchange, forward) => {
        const reply = await forward(exchange);
        if (!isCall(exchange, 'PUT', CREDENTIALS_PATH)) return reply;
        if (reply.status === 200) success = reply;
        return reply.status === 410 && success ? success : reply;
      };
    },
  },
  {
    fault: 'promises idempotency and ignores the key',
    check: 'idempotency',
    outcome: 'fails',
    createFault: changeRequests(({ headers: { 'idempotency-key': _, ...headers }, ...exchange }) => ({
      ...exchange,
      headers,
    })),
  },
  {
    fault: 'does not support idempotency keys',
    check: 'idempotency',
    outcome: 'copes',
    createFault: changeParams('POST', CREDENTIALS_PATH, omit('idempotent')),
  },
  {
    fault: 'returns the session again for any code with the same key',
    check: 'idempotency',
    outcome: 'fails',
    createFault: () => {
      const sessions = new Map<string, Reply>();
      return async (exchange, forward) => {
        const reply = await forward(exchange);
        const key = exchange.headers['idempotency-key'];
        if (!isCall(exchange, 'PUT', CREDENTIALS_PATH) || key === undefined) return reply;
        if (reply.status === 200) sessions.set(key, reply);
        return sessions.get(key) ?? reply;
      };
    },
  },
  {
    fault: 'confirms a number without a session',
    check: 'right-code',
    outcome: 'copes',
    createFault: changeParams('PUT', CREDENTIALS_PATH, ({ cred }) => ({ cred })),
  },
  {
    fault: 'returns a date as expiresIn',
    check: 'right-code',
    outcome: 'fails',
    createFault: changeParams('PUT', CREDENTIALS_PATH, params => ({ ...params, expiresIn: '2030-01-01T00:00:00Z' })),
  },
  {
    fault: 'returns a wrong credential',
    check: 'right-code',
    outcome: 'fails',
    createFault: changeParams('PUT', CREDENTIALS_PATH, params => ({
      ...params,
      cred: String(params['cred']).slice(4),
    })),
  },
  {
    fault: 'accepts the right code of a blocked number',
    check: 'block-right-code',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) =>
      isCall(exchange, 'PUT', CREDENTIALS_PATH) && isBlocked(reply) && exchange.body['val'] === '222222'
        ? makeReply(reply, 200, { cred: 'tel:79990000002' })
        : reply,
    ),
  },
  {
    fault: 'sends an SMS to a blocked number',
    check: 'block-send',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) =>
      isCall(exchange, 'POST', CREDENTIALS_PATH) && isBlocked(reply)
        ? makeReply(reply, 200, { cred: 'tel:79990000002' })
        : reply,
    ),
  },
  {
    fault: 'ends the sessions of a blocked number',
    check: 'block-session',
    outcome: 'fails',
    createFault: () => {
      let blocked = false;
      return async (exchange, forward) => {
        const reply = await forward(exchange);
        blocked ||= isBlocked(reply);
        return blocked && isCall(exchange, 'GET', SESSION_PATH) ? makeReply(reply, 401, { what: 'token' }) : reply;
      };
    },
  },
  {
    fault: 'answers a malformed code like a wrong one',
    check: 'malformed-code',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) =>
      isCall(exchange, 'PUT', CREDENTIALS_PATH) && reply.status === 400
        ? makeReply(reply, 401, { what: 'code', attemptsLeft: 2 })
        : reply,
    ),
  },
];
