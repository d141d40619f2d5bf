// The server of the complete example in docs/backend.md, with its own paths, names and errors.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

interface SentCode {
  readonly code: string;
  wrong: number;
}

const MAX_ATTEMPTS = 3;
const PASSWORDS: Readonly<Record<string, string>> = { anna: 'correct horse' };

/** Starts the server on a free port. */
export async function startIdentityServer(t: TestContext) {
  const log: string[] = [];
  const codes = new Map<string, SentCode>();
  /** The account of each open session, by every token of the session. */
  const live = new Map<string, { readonly sub: string }>();
  let count = 0;

  const answer = (url: string, token: string, body: Record<string, string>): [status: number, answer: object] => {
    const grant = (session: { readonly sub: string }): [number, object] => {
      const [access, refresh] = [`t${++count}`, `r${count}`];
      live.set(access, session).set(refresh, session);
      return [200, { sub: session.sub, access_token: access, refresh_token: refresh, expires_in: 3600 }];
    };
    const { phone = '', otp, username = '', password, refresh_token: refreshToken = '' } = body;
    const sent = codes.get(phone);
    const session = live.get(url === '/token/renew' ? refreshToken : token);
    switch (url) {
      case '/otp/start':
        codes.set(phone, { code: `${4242 + codes.size}`, wrong: 0 });
        return [200, { retry_in: 45 }];
      case '/otp/finish':
        if (!sent) return [403, { error: 'otp_gone' }];
        if (sent.wrong >= MAX_ATTEMPTS) return [403, { error: 'phone_locked', retry_in: 900 }];
        if (sent.code !== otp) {
          sent.wrong++;
          const left = MAX_ATTEMPTS - sent.wrong;
          return left > 0
            ? [403, { error: 'bad_otp', tries_left: left }]
            : [403, { error: 'phone_locked', retry_in: 900 }];
        }
        codes.delete(phone);
        return grant({ sub: phone });
      case '/token':
        return PASSWORDS[username] === password && password !== undefined
          ? grant({ sub: username })
          : [403, { error: 'bad_credentials' }];
    }
    if (!session) return [403, { error: 'invalid_token' }];
    if (url === '/whoami') return [200, { sub: session.sub, expires_in: 3000 }];
    if (url === '/token/renew') return grant(session);
    for (const [token, other] of live) if (other === session) live.delete(token);
    return [200, {}];
  };

  const server = createServer((request, response) => {
    let text = '';
    request.on('data', data => (text += String(data)));
    request.on('end', () => {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      log.push(`${request.method} ${request.url} ${text}`);
      const [status, body] = answer(request.url!, token, JSON.parse(text) as Record<string, string>);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Method, path and body of every call. */
    log,
    live,
    /** @param phone wire form */
    codeFor: (phone: string) => codes.get(`+${phone}`)!.code,
    /** Ends all sessions of an account. */
    signOut(user: string) {
      for (const [token, { sub }] of live) if (sub === user) live.delete(token);
    },
  };
}
