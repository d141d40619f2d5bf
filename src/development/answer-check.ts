// Warns about what never comes from a server of the protocol that works: 404 or 405, a page, a success or a 5xx without JSON, or no complete
// answer. It usually means that `base-url` or a proxy is wrong, which the message to the person doesn't say. Timeouts aren't reported.
import { globalScope } from '../client/platform/global-scope.js';
import { setAnswerCheck, type HttpAnswer } from '../client/calls/http.js';
import { warn } from './warn.js';

const PAGE = 'docs/starting.md#what-answers-v1';
const warned = new Set<string>();

/** Returns what is wrong with the answer, and what to look at; undefined if nothing is wrong. Without `answer`, none came, or it broke off. */
function faultOf(call: string, origin: string, answer: HttpAnswer | undefined): string | undefined {
  // A test in Node may have a document without a `location`.
  const pageOrigin = (globalThis as { location?: Location }).location?.origin;
  if (!answer)
    return `${call} got no answer from ${origin}: does a server run there${
      pageOrigin && pageOrigin !== origin ? `, and does it allow pages of ${pageOrigin} to call it (CORS)` : ''
    }?`;
  const { status, ok, json, headers } = answer;
  const isJson = typeof json === 'object' && json !== null;
  const found = `${call} answered ${status} at ${origin}`;
  if (status === 404 || status === 405) return `${found}: is base-url right, and does this server answer /v1?`;
  if (isJson || status === 204) return undefined;
  if (headers?.get?.('content-type')?.includes('html'))
    return `${found} with a page (HTML): is base-url right? A development server answers unknown paths with the app's own page; it needs a proxy for /v1.`;
  if (status >= 500) return `${found} without JSON: a proxy answers so if the server behind it does not run.`;
  return ok ? `${found} without JSON: is base-url right?` : undefined;
}

/** Returns undefined for an address that can't be parsed. `URL.canParse` and `URL.parse` are newer than the oldest browsers. */
function parse(url: string, base: string | undefined): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

setAnswerCheck((method, url, answer) => {
  // Without a network, a missing answer says nothing about the server. An answer is checked all the same.
  if (!answer && globalScope.navigator?.onLine === false) return;
  // The widget calls this address if `base-url`, `backend` or `store` can't be used, which it has already reported.
  const address = url.startsWith('https://base-url.invalid/') ? undefined : parse(url, globalScope.document?.baseURI);
  if (!address) return;
  // Only the origin and the path are printed: an address may carry a secret in its query.
  const { pathname, origin } = address;
  const message = faultOf(`${method} ${pathname}`, origin, answer);
  if (!message || warned.has(message)) return;
  warned.add(message);
  warn(`${message} See ${PAGE}`);
});
