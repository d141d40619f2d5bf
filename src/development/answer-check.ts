// Warns about answers that no server of the protocol gives: a page in place of JSON, a 404, no answer at all. Each of them looks to
// the person like a fault of the network, and usually means that `base-url` or a proxy is wrong.
import { globalScope } from '../client/platform/global-scope.js';
import { setAnswerCheck, type HttpAnswer } from '../client/calls/http.js';
import { warn } from './warn.js';

const PAGE = 'docs/starting.md#what-answers-v1';
const told = new Set<string>();

/** What is wrong with the answer, and what to look at. undefined if nothing is. */
function describe(call: string, origin: string, answer: HttpAnswer | undefined): string | undefined {
  // Node has no `location`, even if a test gives it a document.
  const place = (globalThis as { location?: Location }).location?.origin;
  if (!answer)
    return `${call} got no answer from ${origin}: does a server run there${
      place && place !== origin ? `, and does it allow pages of ${place} to call it (CORS)` : ''
    }?`;
  const { status, ok, json, headers } = answer;
  const isJson = typeof json === 'object' && json !== null;
  const found = `${call} answered ${status} at ${origin}`;
  if (status === 404 || status === 405) return `${found}: is base-url right, and does this server answer /v1?`;
  if (isJson || status === 204) return undefined;
  if (headers?.get?.('content-type')?.includes('html'))
    return `${found} with a page (HTML): is base-url right? A development server answers unknown paths with the app's own page; it needs a proxy for /v1.`;
  return ok || status >= 500
    ? `${found} without JSON: is base-url right? A proxy answers so if the server behind it does not run.`
    : undefined;
}

/** `URL.canParse` and `URL.parse` are newer than the oldest browsers. */
function parse(url: string, base: string | undefined): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

setAnswerCheck((method, url, answer) => {
  // A device without a network says nothing about the server.
  if (!answer && globalScope.navigator?.onLine === false) return;
  // The widget calls this address in place of a `base-url` that can't be used, which it has already named.
  const address = url.startsWith('https://base-url.invalid/') ? undefined : parse(url, globalScope.document?.baseURI);
  if (!address) return;
  // Only the origin and the path are printed: an address may carry a secret in its query.
  const { pathname, origin } = address;
  const message = describe(`${method} ${pathname}`, origin, answer);
  if (!message || told.has(message)) return;
  told.add(message);
  warn(`${message} See ${PAGE}`);
});
