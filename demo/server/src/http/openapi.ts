import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { bodies, enveloped, idempotencyKey, params } from './schemas.js';

const json = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });

const refusals: Readonly<Record<number, string>> = {
  400: 'The body is malformed, or the field that `what` names.',
  401: '`what` is `code` with `attemptsLeft`, `password` or `token`.',
  410: 'No live code: never sent, expired or used.',
  413: 'The body is larger than 4 KiB.',
  422: 'A rule is broken; `what` is `login`, `password` or `displayName`.',
  429: '`what` is `send`, `blocked`, `ip` or `day`; `retryAfter` as in the header `Retry-After`.',
  500: 'A fault of the server.',
  503: 'The provider of SMS failed.',
};

const retryAfter = {
  'Retry-After': { schema: { type: 'integer' as const, minimum: 1 }, description: 'Seconds.' },
};

function answers(success: z.ZodObject, codes: readonly number[]): RouteConfig['responses'] {
  const errors = [...codes, 500].map(code => [
    code,
    {
      description: refusals[code]!,
      content: json(enveloped(params.refusal)),
      ...(code === 429 ? { headers: retryAfter } : {}),
    },
  ]);
  return { 200: { description: 'Success.', content: json(enveloped(success)) }, ...Object.fromEntries(errors) };
}

const body = (schema: z.ZodType) => ({ required: true, content: json(schema) });
const security = [{ bearer: [] }];

const headers = z.object({ 'Idempotency-Key': idempotencyKey.optional() });

/** The calls of the contract, as they are documented. The schemas are those that check the requests. */
export const routes = [
  createRoute({
    method: 'post',
    path: '/v1/creds/tel',
    summary: 'Request a confirmation code',
    request: { body: body(bodies.send) },
    responses: answers(params.send, [400, 413, 429, 503]),
  }),
  createRoute({
    method: 'put',
    path: '/v1/creds/tel',
    summary: 'Verify a confirmation code, and sign in',
    request: { body: body(bodies.verify), headers },
    responses: answers(params.verify, [400, 401, 410, 413, 429]),
  }),
  createRoute({
    method: 'post',
    path: '/v1/session',
    summary: 'Sign in by password; a new login is registered by it',
    request: { body: body(bodies.signIn) },
    responses: answers(params.signIn, [400, 401, 413, 422, 429]),
  }),
  createRoute({
    method: 'get',
    path: '/v1/session',
    summary: 'Whose session this is',
    security,
    responses: answers(params.session, [401]),
  }),
  createRoute({
    method: 'put',
    path: '/v1/session',
    summary: 'Renew the session: a new token',
    security,
    responses: answers(params.renewal, [401]),
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
    summary: 'Give the account its name',
    security,
    request: { body: body(bodies.account) },
    responses: answers(params.account, [400, 401, 413, 422]),
  }),
] as const;

/** The description of the server in OpenAPI 3.1. */
export function openApiDocument(): object {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
  for (const route of routes) openAPIRegistry.registerPath(route);
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  return getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'auth-widget server',
      version: '1',
      description: 'Sign-in by phone number and confirmation code, or by login and password.',
      license: { name: 'MIT' },
    },
  });
}
