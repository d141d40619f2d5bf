import { STATUS_CODES } from 'node:http';
import type { Refusal } from '../domain/refusal.js';

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

/** The headers that a refusal has besides. */
export function refusalHeaders({ code, params, allow }: Refusal): Record<string, string> {
  const headers: Record<string, string> = {};
  if (params.retryAfter !== undefined) headers['Retry-After'] = String(params.retryAfter);
  if (code === 401) headers['WWW-Authenticate'] = 'Bearer';
  if (allow !== undefined) headers['Allow'] = allow;
  return headers;
}
