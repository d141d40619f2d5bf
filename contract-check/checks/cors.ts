import type { ApiResponse } from '../api-client.js';
import { type Check, fail, skip, widgetCopes } from '../check.js';
import { describe } from '../expectations.js';

const credentialsPath = '/v1/creds/tel';

/** The items of a header that is a list. */
const itemsOf = ({ headers }: ApiResponse, name: string): readonly string[] =>
  (headers.get(name) ?? '').split(',').map(item => item.trim());

/** CORS: pages of the given origin may use the server, and pages of other origins may not. */
export const corsChecks: readonly Check[] = [
  {
    id: 'cors-preflight',
    title: 'A page of the origin may use every method and header that the widget sends to this server',
    citation: 'docs/protocol.md#envelope',
    async run({ client, options, shared }) {
      if (options.origin === undefined) skip('no --origin was given');
      // In alphabetical order, as browsers send them. The check `challenge-cors` has X-Auth-Challenge.
      const requestHeaders = [
        'authorization',
        'content-type',
        ...(shared.idempotent ? ['idempotency-key'] : []),
        ...(shared.answersDevice ? ['x-auth-device'] : []),
        ...(shared.state === undefined ? [] : ['x-auth-state']),
      ];
      for (const [method, path] of [
        ['POST', credentialsPath],
        ['PUT', credentialsPath],
        ['DELETE', '/v1/session'],
        ...(shared.displayName === undefined ? [] : [['PATCH', '/v1/account'] as const]),
      ] as const) {
        const response = await client.call('OPTIONS', path, {
          headers: {
            'Access-Control-Request-Method': method,
            'Access-Control-Request-Headers': requestHeaders.join(','),
          },
        });
        if (response.status < 200 || response.status > 299)
          fail(`the preflight of ${method} was answered ${response.status}`);
        const origin = response.headers.get('Access-Control-Allow-Origin');
        if (origin !== options.origin && origin !== '*') fail('the preflight does not allow the origin');
        // POST is a CORS-safelisted method (https://fetch.spec.whatwg.org/#cors-safelisted-method). Browsers compare methods with their case.
        const methods = itemsOf(response, 'Access-Control-Allow-Methods');
        if (method !== 'POST' && !methods.includes(method) && !methods.includes('*')) {
          fail(`the preflight does not allow ${method}`);
        }
        const allowed = itemsOf(response, 'Access-Control-Allow-Headers').map(header => header.toLowerCase());
        for (const header of requestHeaders) {
          // The wildcard does not cover Authorization: https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name
          const isWildcard = allowed.includes('*') && header !== 'authorization';
          if (!isWildcard && !allowed.includes(header)) fail(`${header} is not allowed`);
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
      const tolerated: string[] = [];
      for (const response of client.responses.filter(({ method }) => method !== 'OPTIONS')) {
        const origin = response.headers.get('Access-Control-Allow-Origin');
        if (origin !== options.origin && origin !== '*') fail(`${describe(response)}: the page can't read it`);
        const exposed = itemsOf(response, 'Access-Control-Expose-Headers').map(header => header.toLowerCase());
        if (response.status === 429 && !exposed.includes('retry-after') && !exposed.includes('*'))
          tolerated.push(
            `${describe(response)}: Retry-After is not exposed, so only params.retryAfter can tell the time`,
          );
      }
      if (tolerated[0] !== undefined) widgetCopes(tolerated[0]);
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
