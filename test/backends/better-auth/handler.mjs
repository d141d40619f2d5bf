import { toNodeHandler } from 'better-auth/node';

/** Answers the calls of better-auth, for pages of the same origin and of `origins`. */
export function createHandler(auth, origins) {
  const handle = toNodeHandler(auth);
  return (request, response) => {
    const { origin } = request.headers;
    if (origins.includes(origin)) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Credentials', 'true'); // only needed for sessions in cookies
      response.setHeader('Access-Control-Expose-Headers', 'set-auth-token, X-Retry-After, Date');
      response.setHeader('Vary', 'Origin');
    }
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Captcha-Response');
      response.setHeader('Access-Control-Max-Age', '600');
      response.writeHead(204).end();
      return;
    }
    // better-auth limits calls by this header. Behind a proxy that sets it, leave the next line out.
    request.headers['x-forwarded-for'] = request.socket.remoteAddress;
    // better-auth rejects a request that it can't read, such as one whose header `Host` is no host.
    handle(request, response).catch(() => (response.headersSent ? response.destroy() : response.writeHead(400).end()));
  };
}
