// A provider of captchas, with the protocol of Turnstile: a program that captcha-double.ts starts. It answers as the token says, which
// begins with a `CaptchaAnswer` and a hyphen.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CaptchaAnswer } from './captcha-double.js';

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

const server = createServer((request, response) => {
  void text(request).then(body => {
    const token = new URLSearchParams(body).get('response') ?? '';
    ANSWERS[token.split('-')[0] as CaptchaAnswer](response);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.once('disconnect', () => process.exit());
process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
