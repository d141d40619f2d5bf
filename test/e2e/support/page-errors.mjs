// Watches a page: its errors, and its API calls.

/**
 * Collects what must not happen on a page: errors and warnings on the console, uncaught errors, violations of the
 * Content Security Policy, requests to other origins.
 * @param {import('playwright-core').Page} page before its first navigation
 * @param {string[]} origins the origins that the page may use
 * @param {RegExp[]} expectedErrors console messages that the test causes on purpose. A browser logs every response with
 * an error status and every request that fails: see `apiErrors` and `networkErrors`.
 * @returns {Promise<string[]>} an array that grows
 */
export async function collectPageErrors(page, origins, expectedErrors) {
  const errors = [];
  page.on('console', message => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = `${message.text()} ${message.location().url}`;
    if (!expectedErrors.some(pattern => pattern.test(text))) errors.push(`console: ${text}`);
  });
  page.on('pageerror', error => errors.push(`uncaught: ${error.stack || String(error)}`));
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !origins.includes(origin)) errors.push(`request to ${origin}`);
  });
  await page.exposeFunction('reportViolation', violation => errors.push(`CSP: ${violation}`));
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        window.violationCount = (window.violationCount ?? 0) + 1;
        window.reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
      },
    );
  });
  return errors;
}

/** Console messages about API responses with these statuses. */
export const apiErrors = (...statuses) =>
  new RegExp(`the server responded with a status of (?:${statuses.join('|')})\\b.*/v1/`);

/** Console messages about requests that got no response. */
export const networkErrors = /net::ERR_\w+/;

/** Collects the API calls that a page makes from now on, each as `METHOD /path`, in an array that grows. */
export function collectApiCalls(page) {
  const calls = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}
