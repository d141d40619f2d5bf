import { type Check, fail, skip, widgetCopes } from '../check.js';
import { describe } from '../expectations.js';

const credentialsPath = '/v1/creds/tel';

/** CORS: what pages of the given origin may do, and pages of other origins may not. */
export const corsChecks: readonly Check[] = [
  {
    id: 'cors-preflight',
    title: 'A page of the origin may use every method and header of the protocol',
    citation: 'docs/protocol.md#envelope',
    async run({ client, options, shared }) {
      if (options.origin === undefined) skip('no --origin was given');
      // In alphabetical order, as browsers send them.
      const requestHeaders = [
        'authorization',
        'content-type',
        'idempotency-key',
        ...(shared.answersDevice ? ['x-auth-device'] : []),
        ...(shared.state === undefined ? [] : ['x-auth-state']),
      ];
      for (const [method, path] of [
        ['POST', credentialsPath],
        ['PUT', credentialsPath],
        ['DELETE', '/v1/session'],
        ['PATCH', '/v1/account'],
      ] as const) {
        const response = await client.call('OPTIONS', path, {
          headers: {
            'Access-Control-Request-Method': method,
            'Access-Control-Request-Headers': requestHeaders.join(','),
          },
        });
        if (response.status < 200 || response.status > 299)
          fail(`the preflight of ${method} was answered ${response.status}`);
        const itemsOf = (name: string) =>
          (response.headers.get(name) ?? '')
            .toLowerCase()
            .split(',')
            .map(item => item.trim());
        const origin = response.headers.get('Access-Control-Allow-Origin');
        if (origin !== options.origin && origin !== '*') fail('the preflight does not allow the origin');
        // POST is a CORS-safelisted method: https://fetch.spec.whatwg.org/#cors-safelisted-method
        if (method !== 'POST' && !itemsOf('Access-Control-Allow-Methods').includes(method.toLowerCase())) {
          fail(`the preflight does not allow ${method}`);
        }
        for (const header of requestHeaders) {
          // The wildcard does not cover Authorization: https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name
          const isWildcard = itemsOf('Access-Control-Allow-Headers').includes('*') && header !== 'authorization';
          if (!isWildcard && !itemsOf('Access-Control-Allow-Headers').includes(header))
            fail(`${header} is not allowed`);
        }
      }
    },
  },
  {
    id: 'cors-answers',
    title: 'A page of the origin can read every response, errors included, and Retry-After',
    citation: 'docs/protocol.md#envelope',
    run({ client, options }) {
      if (options.origin === undefined) skip('no --origin was given');
      for (const response of client.responses.filter(({ method }) => method !== 'OPTIONS')) {
        const origin = response.headers.get('Access-Control-Allow-Origin');
        if (origin !== options.origin && origin !== '*') fail(`${describe(response)}: the page can't read it`);
        const exposed = (response.headers.get('Access-Control-Expose-Headers') ?? '').toLowerCase();
        if (response.status === 429 && !exposed.includes('retry-after') && exposed !== '*') {
          widgetCopes(`${describe(response)}: Retry-After is not exposed; params.retryAfter is used`);
        }
      }
    },
  },
  {
    id: 'cors-strangers',
    title: 'A page of another origin may not call',
    citation: 'docs/protocol.md#envelope',
    async run({ client, options }) {
      if (options.origin === undefined) skip('no --origin was given');
      for (const origin of ['https://stranger.example', 'null', `${options.origin}.stranger.example`]) {
        const response = await client.call('OPTIONS', credentialsPath, {
          headers: {
            Origin: origin,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'content-type',
          },
        });
        // A server may respond to this preflight in any way: the checks of all responses leave it out.
        client.responses.pop();
        const allowed = response.headers.get('Access-Control-Allow-Origin');
        if (allowed === origin || allowed === '*') fail(`${origin} is allowed`);
      }
    },
  },
];
