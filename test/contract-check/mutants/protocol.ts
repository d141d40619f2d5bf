import {
  CREDENTIALS_PATH,
  SESSION_PATH,
  isCall,
  makeReply,
  changeReplies,
  changeParams,
  omit,
  changeHeaders,
  changeRequests,
  authorizationOf,
  type Mutant,
} from './support.js';

/** Faults in the envelope, in headers, in the validation of requests, and in CORS. */
export const protocolMutants: readonly Mutant[] = [
  {
    fault: 'answers errors with HTML',
    check: 'envelope',
    outcome: 'copes',
    createFault: changeReplies(reply =>
      reply.status < 400
        ? reply
        : { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' }, rawBody: '<h1>Error</h1>' },
    ),
  },
  {
    fault: 'answers success with HTML',
    check: 'envelope',
    outcome: 'fails',
    groups: ['session', 'responses'],
    createFault: changeReplies((reply, exchange) =>
      isCall(exchange, 'DELETE', SESSION_PATH) ? { ...reply, rawBody: '<!doctype html><title>Welcome</title>' } : reply,
    ),
  },
  {
    fault: 'answers every error with status 200',
    check: 'not-found',
    outcome: 'fails',
    createFault: changeReplies(reply => ({ ...reply, status: reply.status >= 400 ? 200 : reply.status })),
  },
  {
    fault: 'declares its JSON as text/plain',
    check: 'envelope',
    outcome: 'fails',
    createFault: changeHeaders(headers => ({ ...headers, 'content-type': 'text/plain' })),
  },
  {
    fault: 'sets a cookie',
    check: 'no-cookies',
    outcome: 'fails',
    createFault: changeHeaders((headers, exchange) =>
      isCall(exchange, 'PUT', CREDENTIALS_PATH) ? { ...headers, 'set-cookie': 'sid=1; HttpOnly' } : headers,
    ),
  },
  {
    fault: 'allows its responses to be cached',
    check: 'no-store',
    outcome: 'fails',
    createFault: changeHeaders(({ 'cache-control': _, ...headers }) => headers),
  },
  {
    fault: 'has no CORS',
    check: 'cors-preflight',
    outcome: 'fails',
    createFault: changeHeaders(({ 'access-control-allow-origin': _, ...headers }) => headers),
  },
  {
    fault: 'does not allow Idempotency-Key in the preflight',
    check: 'cors-preflight',
    outcome: 'fails',
    groups: ['phone', 'cors'],
    createFault: changeHeaders(headers =>
      headers['access-control-allow-headers']
        ? { ...headers, 'access-control-allow-headers': 'Content-Type, Authorization' }
        : headers,
    ),
  },
  {
    fault: 'does not allow X-Auth-State and X-Auth-Device in the preflight',
    check: 'cors-preflight',
    outcome: 'fails',
    groups: ['phone', 'cors'],
    createFault: changeHeaders(headers =>
      headers['access-control-allow-headers']
        ? { ...headers, 'access-control-allow-headers': 'Content-Type, Authorization, Idempotency-Key' }
        : headers,
    ),
  },
  {
    fault: 'sends no CORS headers with errors',
    check: 'cors-answers',
    outcome: 'fails',
    createFault: changeHeaders(({ 'access-control-allow-origin': origin, ...headers }, _, { status }) =>
      origin === undefined || status >= 400 ? headers : { ...headers, 'access-control-allow-origin': origin },
    ),
  },
  {
    fault: 'does not expose Retry-After',
    check: 'cors-answers',
    outcome: 'copes',
    groups: ['block', 'cors'],
    createFault: changeHeaders(({ 'access-control-expose-headers': _, ...headers }) => headers),
  },
  {
    fault: 'allows every origin',
    check: 'cors-strangers',
    outcome: 'fails',
    createFault: changeHeaders((headers, exchange) => ({
      ...headers,
      'access-control-allow-origin': exchange.headers['origin'] ?? '*',
    })),
  },
  {
    fault: 'returns the code',
    check: 'no-innards',
    outcome: 'fails',
    groups: ['phone', 'responses'],
    createFault: changeParams('POST', CREDENTIALS_PATH, params => ({ ...params, debug: '111111' })),
  },
  {
    fault: 'returns a stack trace',
    check: 'no-innards',
    outcome: 'fails',
    createFault: changeReplies(reply =>
      reply.status === 404
        ? makeReply(reply, 404, { stack: 'Error: no route\n    at handle (/srv/app.js:1:1)' })
        : reply,
    ),
  },
  {
    fault: 'answers malformed JSON with 500',
    check: 'malformed-send',
    outcome: 'fails',
    createFault: changeReplies(reply => (reply.status === 400 ? makeReply(reply, 500) : reply)),
  },
  {
    fault: 'accepts members that are not listed',
    check: 'exact-bodies',
    outcome: 'copes',
    createFault: changeRequests(exchange => ({ ...exchange, body: omit('displayName')(exchange.body) })),
  },
  {
    fault: 'accepts a phone number that starts with 8',
    check: 'malformed-send',
    outcome: 'fails',
    createFault: changeRequests(exchange => {
      const { tel } = exchange.body;
      return typeof tel === 'string'
        ? { ...exchange, body: { ...exchange.body, tel: tel.replace(/^8/, '7') } }
        : exchange;
    }),
  },
  {
    fault: 'redirects unknown paths',
    check: 'not-found',
    outcome: 'fails',
    createFault: changeReplies(reply =>
      reply.status === 404 ? { status: 302, headers: { ...reply.headers, location: '/login' }, rawBody: '' } : reply,
    ),
  },
  {
    fault: 'answers a body that is too large with 400',
    check: 'body-size',
    outcome: 'copes',
    createFault: changeReplies(reply => (reply.status === 413 ? makeReply(reply, 400, { what: 'body' }) : reply)),
  },
  {
    fault: 'fails after all other checks',
    check: 'still-well',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) =>
      authorizationOf(exchange)?.includes('zzzz') ? makeReply(reply, 500) : reply,
    ),
  },
  {
    fault: 'answers a wrong method with 404',
    check: 'method',
    outcome: 'copes',
    createFault: changeReplies(reply => (reply.status === 405 ? makeReply(reply, 404) : reply)),
  },
];
