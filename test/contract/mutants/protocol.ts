import {
  creds,
  session,
  is,
  answer,
  replies,
  paramsOf,
  without,
  headersOf,
  requests,
  bearerOf,
  type Mutant,
} from './support.js';

/** Faults of every answer, of what is let in, and of CORS. */
export const protocolMutants: readonly Mutant[] = [
  {
    fault: 'answers errors with HTML',
    check: 'envelope',
    outcome: 'copes',
    make: replies(reply =>
      reply.status < 400
        ? reply
        : { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' }, raw: '<h1>Error</h1>' },
    ),
  },
  {
    fault: 'answers success with HTML',
    check: 'envelope',
    outcome: 'fails',
    make: replies((reply, exchange) =>
      is(exchange, 'DELETE', session) ? { ...reply, raw: '<!doctype html><title>Welcome</title>' } : reply,
    ),
  },
  {
    fault: 'answers every error with the status 200',
    check: 'not-found',
    outcome: 'fails',
    make: replies(reply => ({ ...reply, status: reply.status >= 400 ? 200 : reply.status })),
  },
  {
    fault: 'calls its JSON text',
    check: 'envelope',
    outcome: 'fails',
    make: headersOf(headers => ({ ...headers, 'content-type': 'text/plain' })),
  },
  {
    fault: 'sets a cookie',
    check: 'no-cookies',
    outcome: 'fails',
    make: headersOf((headers, exchange) =>
      is(exchange, 'PUT', creds) ? { ...headers, 'set-cookie': 'sid=1; HttpOnly' } : headers,
    ),
  },
  {
    fault: 'lets answers be stored',
    check: 'no-store',
    outcome: 'fails',
    make: headersOf(({ 'cache-control': _, ...headers }) => headers),
  },
  {
    fault: 'knows no CORS',
    check: 'cors-preflight',
    outcome: 'fails',
    make: headersOf(({ 'access-control-allow-origin': _, ...headers }) => headers),
  },
  {
    fault: 'forgets Idempotency-Key in the preflight',
    check: 'cors-preflight',
    outcome: 'fails',
    make: headersOf(headers =>
      headers['access-control-allow-headers']
        ? { ...headers, 'access-control-allow-headers': 'Content-Type, Authorization' }
        : headers,
    ),
  },
  {
    fault: 'forgets CORS in its errors',
    check: 'cors-answers',
    outcome: 'fails',
    make: headersOf(({ 'access-control-allow-origin': origin, ...headers }, _, { status }) =>
      origin === undefined || status >= 400 ? headers : { ...headers, 'access-control-allow-origin': origin },
    ),
  },
  {
    fault: 'does not expose Retry-After',
    check: 'cors-answers',
    outcome: 'copes',
    make: headersOf(({ 'access-control-expose-headers': _, ...headers }) => headers),
  },
  {
    fault: 'lets pages of every origin call',
    check: 'cors-strangers',
    outcome: 'fails',
    make: headersOf((headers, exchange) => ({
      ...headers,
      'access-control-allow-origin': exchange.headers['origin'] ?? '*',
    })),
  },
  {
    fault: 'tells the code',
    check: 'no-innards',
    outcome: 'fails',
    make: paramsOf('POST', creds, params => ({ ...params, debug: '111111' })),
  },
  {
    fault: 'shows a stack trace',
    check: 'no-innards',
    outcome: 'fails',
    make: replies(reply =>
      reply.status === 404 ? answer(reply, 404, { stack: 'Error: no route\n    at handle (/srv/app.js:1:1)' }) : reply,
    ),
  },
  {
    fault: 'fails on malformed JSON',
    check: 'malformed-send',
    outcome: 'fails',
    make: replies(reply => (reply.status === 400 ? answer(reply, 500) : reply)),
  },
  {
    fault: 'takes members that are not listed',
    check: 'exact-bodies',
    outcome: 'fails',
    make: requests(exchange => ({ ...exchange, body: without('displayName')(exchange.body) })),
  },
  {
    fault: 'takes a number with an 8',
    check: 'malformed-send',
    outcome: 'fails',
    make: requests(exchange => {
      const { tel } = exchange.body;
      return typeof tel === 'string'
        ? { ...exchange, body: { ...exchange.body, tel: tel.replace(/^8/, '7') } }
        : exchange;
    }),
  },
  {
    fault: 'redirects what it does not know',
    check: 'not-found',
    outcome: 'fails',
    make: replies(reply =>
      reply.status === 404 ? { status: 302, headers: { ...reply.headers, location: '/login' }, raw: '' } : reply,
    ),
  },
  {
    fault: 'knows no 413',
    check: 'body-size',
    outcome: 'copes',
    make: replies(reply => (reply.status === 413 ? answer(reply, 400, { what: 'body' }) : reply)),
  },
  {
    fault: 'fails in the end',
    check: 'still-well',
    outcome: 'fails',
    make: replies((reply, exchange) => (bearerOf(exchange)?.includes('zzzz') ? answer(reply, 500) : reply)),
  },
  {
    fault: 'does not know a wrong method from an unknown path',
    check: 'method',
    outcome: 'copes',
    make: replies(reply => (reply.status === 405 ? answer(reply, 404) : reply)),
  },
];
