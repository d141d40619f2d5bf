// A double of Cloudflare's `siteverify`: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
// A token is valid for one validation, within 5 minutes.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { listen } from '../e2e/support/listen.mjs';

const LIFETIME_MS = 300_000;
export const SECRET_KEY = '1x0000000000000000000000000000000AA';

/** @param {string} error */
const refusal = error => ({ success: false, 'error-codes': [error] });

/** Starts the double. `solve` makes a token, as Turnstile's widget does in a person's browser. */
export async function startTurnstile() {
  /** @type {Map<string, number>} when each token was made, in milliseconds; removed when it was validated */
  const tokens = new Map();

  /** @param {Record<string, string | undefined>} fields */
  function verify({ secret, response }) {
    if (!secret) return refusal('missing-input-secret');
    if (secret !== SECRET_KEY) return refusal('invalid-input-secret');
    if (!response) return refusal('missing-input-response');
    const madeAt = tokens.get(response);
    tokens.delete(response);
    if (madeAt === undefined || Date.now() - madeAt > LIFETIME_MS)
      return refusal(response.startsWith('0.') ? 'timeout-or-duplicate' : 'invalid-input-response');
    return {
      success: true,
      challenge_ts: new Date(madeAt).toISOString(),
      hostname: 'site.test',
      'error-codes': [],
      action: '',
      cdata: '',
    };
  }

  const server = createServer((request, response) => {
    let text = '';
    request.on('data', chunk => (text += String(chunk)));
    request.on('end', () => {
      const isJson = request.headers['content-type']?.startsWith('application/json');
      const fields = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(verify(fields)));
    });
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/turnstile/v0/siteverify`,
    close,
    solve() {
      const token = `0.${randomUUID()}`;
      tokens.set(token, Date.now());
      return token;
    },
  };
}
