// An app with the bridge of auth-widget/server: node --import tsx node.mjs <port>
import { createServer } from 'node:http';
import { SessionBridge, toNodeHandler, TokenCheck } from '../../src/server/index.js';

const { AUTH_URL = '', ORIGINS = '' } = process.env;
const bridge = new SessionBridge({ tokenCheck: new TokenCheck({ authUrl: AUTH_URL }), origins: ORIGINS.split(' ') });
const answerSession = toNodeHandler(bridge);

createServer((request, response) => {
  if (request.url === '/auth/session') return void answerSession(request, response);
  void bridge.whoIs(request.headers.cookie).then(found => {
    response.setHeader('Cache-Control', 'private, no-store');
    if (found.kind === 'unknown') return response.writeHead(503).end();
    return response.end(found.kind === 'signed-in' ? `Signed in as ${found.account.userId}` : 'Signed out');
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
