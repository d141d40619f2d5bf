import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { bodies, challengeSolution, codeState, deviceMemory, enveloped, idempotencyKey, params } from './schemas.js';

const json = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });

/** The descriptions of the errors, by status. */
const ERROR_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The body, field or header that `what` names is malformed. With `country`, the number can get no SMS.',
  401: '`what` is `code` with `attemptsLeft`, `password` or `token`.',
  403: '`what` is `challenge`: solve it, and repeat the call with the header `X-Auth-Challenge`.',
  410: 'No live code: never sent, expired, used or used up.',
  413: 'The body is larger than 4 KiB.',
  422: 'The field that `what` names (`login`, `password` or `displayName`) breaks a rule.',
  429: '`what` is `send`, `blocked`, `ip` or `day`; `retryAfter` as in the header `Retry-After`.',
  500: 'Internal error.',
  503: 'The SMS provider failed, too many calls wait, or the database is down (the last two with `Retry-After`).',
};

const retryAfter = {
  'Retry-After': { schema: { type: 'integer' as const, minimum: 1 }, description: 'Seconds.' },
};

/** Describes the answers of a call: 200 with `params` of this schema, and errors with these statuses, 500 or 503. */
function answers(success: z.ZodObject, errorStatuses: readonly number[]): RouteConfig['responses'] {
  const responses: RouteConfig['responses'] = {
    200: { description: 'Success.', content: json(enveloped(success)) },
  };
  for (const status of [...errorStatuses, 500, 503]) {
    responses[status] = {
      description: ERROR_DESCRIPTIONS[status]!,
      content: json(enveloped(params.refusal)),
      ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    };
  }
  return responses;
}

const body = (schema: z.ZodType) => ({ required: true, content: json(schema) });
const security = [{ bearer: [] }];

const solved = z.object({ 'X-Auth-Challenge': challengeSolution.optional() });
const ofDevice = { 'X-Auth-Device': deviceMemory.optional() };
const sending = solved.extend(ofDevice);
const verifying = z.object({
  'Idempotency-Key': idempotencyKey.optional(),
  'X-Auth-State': codeState.optional(),
  ...ofDevice,
});

/** The calls of the API, with the same schemas that check the requests. */
const routes = [
  createRoute({
    method: 'post',
    path: '/v1/creds/tel',
    summary: 'Request a confirmation code',
    request: { body: body(bodies.send), headers: sending },
    responses: answers(params.send, [400, 403, 413, 429]),
  }),
  createRoute({
    method: 'put',
    path: '/v1/creds/tel',
    summary: 'Verify a confirmation code, and sign in',
    request: { body: body(bodies.verify), headers: verifying },
    responses: answers(params.verify, [400, 401, 410, 413, 429]),
  }),
  createRoute({
    method: 'post',
    path: '/v1/session',
    summary: 'Sign in by password; registers a new login',
    request: { body: body(bodies.signIn), headers: solved },
    responses: answers(params.signIn, [400, 401, 403, 413, 422, 429]),
  }),
  createRoute({
    method: 'get',
    path: '/v1/session',
    summary: 'Read the session: its account and remaining lifetime',
    security,
    responses: answers(params.session, [401]),
  }),
  createRoute({
    method: 'put',
    path: '/v1/session',
    summary: 'Renew the session: issues a new token',
    security,
    responses: answers(params.renewal, [401, 429]),
  }),
  createRoute({
    method: 'delete',
    path: '/v1/session',
    summary: 'End the session; the same answer for an unknown token',
    security,
    responses: answers(params.nothing, [401]),
  }),
  createRoute({
    method: 'patch',
    path: '/v1/account',
    summary: 'Set the display name of the account',
    security,
    request: { body: body(bodies.account) },
    responses: answers(params.account, [400, 401, 413, 422]),
  }),
] as const;

function describeRoutes(): string {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
  for (const route of routes) openAPIRegistry.registerPath(route);
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  const document = getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'auth-widget server',
      version: '1',
      description: 'Sign-in by phone number and confirmation code, or by login and password.',
      license: { name: 'MIT' },
    },
  });
  return JSON.stringify(document);
}

let document: string | undefined;

/** The OpenAPI 3.1 document of the server, as JSON. It is the same for all servers of a process, so it is made once. */
export const openApiDocument = (): string => (document ??= describeRoutes());
