// A provider of captchas on this machine, with the protocol of Turnstile. The token says how it answers.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a token begins with. */
export type CaptchaAnswer = 'good' | 'unknown' | 'html' | 'slow';

/** How long the answer to a slow token takes, in milliseconds: longer than the server waits. */
const SLOW_MS = 10_000;

const asJson = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

const ANSWERS: Readonly<Record<CaptchaAnswer, (response: ServerResponse) => void>> = {
  good: response => asJson(response, { success: true }),
  unknown: response => asJson(response, { success: false, 'error-codes': ['a-code-that-nobody-knows'] }),
  html: response => response.writeHead(403, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Forbidden</p>'),
  slow: response => {
    const timer = setTimeout(() => asJson(response, { success: true }), SLOW_MS).unref();
    response.once('close', () => clearTimeout(timer));
  },
};

/** Starts the provider. */
export async function startCaptchaDouble(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = createServer((request, response) => {
    void text(request).then(body => {
      const token = new URLSearchParams(body).get('response') ?? '';
      const answer = ANSWERS[token.split('-')[0] as CaptchaAnswer];
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
