// A stand-in for the captcha provider, Cloudflare Turnstile. The Auth server calls a fixed address, so it gets the stand-in as
// its HTTPS proxy, with a certificate from the stand-in's own authority:
// https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { createServer as createProxy } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const HOST = 'challenges.cloudflare.com';
export const CAPTCHA_SECRET = 'the secret key of the site';

/** Makes a certificate for the host. A program that trusts it as an authority trusts the stand-in. */
function makeCertificate(folder: string) {
  const [keyFile, certificateFile] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', keyFile, '-out', certificateFile, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files], { stdio: 'ignore' });
  return { key: readFileSync(keyFile), cert: readFileSync(certificateFile), certificateFile };
}

/** Starts the stand-in. Each solution is valid once. */
export async function startSiteverify() {
  const folder = mkdtempSync(path.join(tmpdir(), 'aw-captcha-'));
  const { key, cert, certificateFile } = makeCertificate(folder);
  /** Solutions that were handed out and not redeemed. */
  const solutions = new Set<string>();
  const answers: object[] = [];

  const siteverify = createServer({ key, cert }, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      const errors =
        request.url !== '/turnstile/v0/siteverify' || form.get('secret') !== CAPTCHA_SECRET
          ? ['invalid-input-secret']
          : solutions.delete(form.get('response') ?? '')
            ? []
            : ['timeout-or-duplicate'];
      const answer = { success: errors.length === 0, 'error-codes': errors, hostname: 'localhost' };
      answers.push(answer);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(siteverify, 'listening');

  const proxy = createProxy().listen(0, '127.0.0.1');
  proxy.on('connect', (request, client) => {
    if (request.url !== `${HOST}:443`) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const server = connect((siteverify.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      server.pipe(client).pipe(server);
    });
    server.on('error', () => client.destroy());
    client.on('error', () => server.destroy());
    return undefined;
  });
  await once(proxy, 'listening');

  return {
    /** The environment of the Auth server. */
    settings: {
      GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
      GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
      GOTRUE_SECURITY_CAPTCHA_SECRET: CAPTCHA_SECRET,
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      SSL_CERT_FILE: certificateFile,
    },
    /** The provider's answers so far. */
    answers,
    /** Makes a solution, as the captcha on a page does. */
    solve(): string {
      const solution = `solution ${solutions.size + answers.length + 1}`;
      solutions.add(solution);
      return solution;
    },
    async close() {
      siteverify.closeAllConnections();
      siteverify.close();
      proxy.closeAllConnections();
      proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
