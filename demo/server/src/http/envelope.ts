import { STATUS_CODES } from 'node:http';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Refusal } from '../domain/refusal.js';
import type { Ctx } from './context.js';

/** Headers of every answer that is an envelope. */
export const envelopeHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The envelope of the contract as JSON. `text` is the status phrase. */
export function envelope(code: number, params: object): string {
  return JSON.stringify({ code, text: STATUS_CODES[code] ?? 'Error', params });
}

/** Answers 200. */
export function success(c: Ctx, params: object): Response {
  return c.body(envelope(200, params), 200, envelopeHeaders);
}

/** Answers with an error of the contract. */
export function failure(c: Ctx, { code, params }: Pick<Refusal, 'code' | 'params'>): Response {
  const headers: Record<string, string> = { ...envelopeHeaders };
  if (params.retryAfter !== undefined) headers['Retry-After'] = String(params.retryAfter);
  if (code === 401) headers['WWW-Authenticate'] = 'Bearer';
  return c.body(envelope(code, params), code as ContentfulStatusCode, headers);
}
