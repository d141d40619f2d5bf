// An API of your own, without dependencies: AUTH_URL=https://chat.example.com PORT=3000 node server.mjs
import { createServer } from 'node:http';
import { TokenCheck } from './token-check.mjs';

const { AUTH_URL, HOST = '127.0.0.1', PORT = '3000', CACHE_SECONDS = '30', TIMEOUT_SECONDS = '3' } = process.env;
if (!AUTH_URL) throw new Error('AUTH_URL is the address of the server that signs people in.');

const tokenCheck = new TokenCheck({
  authUrl: AUTH_URL,
  cacheMs: Number(CACHE_SECONDS) * 1000,
  timeoutMs: Number(TIMEOUT_SECONDS) * 1000,
});

/** @typedef {{ status: number, body: unknown, headers?: Record<string, string> }} Reply */

/**
 * The routes for people who are signed in.
 * @type {Record<string, (account: import('./token-check.mjs').Account) => Reply>}
 */
const routes = {
  'GET /api/messages': ({ userId, displayName }) => ({
    status: 200,
    body: [`Hello, ${displayName ?? 'you'}`, `Your account is ${userId}`],
  }),
};

/** @param {import('node:http').IncomingMessage} request @returns {Promise<Reply>} */
async function reply({ method, url = '/', headers }) {
  const name = `${method} ${url.split('?', 1)[0]}`;
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (!route) return { status: 404, body: { error: 'Not found.' } };
  const answer = await tokenCheck.check(headers.authorization);
  switch (answer.kind) {
    case 'signed-in':
      return route(answer.account);
    case 'signed-out':
      return { status: 401, body: { error: 'Sign in first.' }, headers: { 'WWW-Authenticate': 'Bearer' } };
    case 'unknown':
      // Not 401, because it's not known whether the token is valid.
      return { status: 503, body: { error: 'Try again later.' }, headers: { 'Retry-After': '5' } };
  }
}

const server = createServer((request, response) => {
  reply(request)
    .catch(error => {
      console.error(error); // a route's own error, which doesn't contain the headers with the token
      return /** @type {Reply} */ ({ status: 500, body: { error: 'Internal server error.' } });
    })
    .then(({ status, body, headers }) => {
      // A cache between here and the browser must not give this answer to somebody else.
      response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers });
      response.end(JSON.stringify(body));
    });
});

server.listen(Number(PORT), HOST, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`http://${HOST}:${port}`);
});
