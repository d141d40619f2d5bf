import { STATUS_CODES } from 'node:http';
import type { Refusal } from '../common/refusal.js';

/** Headers of every answer in the envelope. */
export const ENVELOPE_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The envelope as JSON (docs/protocol.md#envelope). `text` is the standard phrase of the HTTP status. */
export function envelope(status: number, params: object): string {
  return JSON.stringify({ code: status, text: STATUS_CODES[status] ?? 'Error', params });
}

/** The headers of a refusal, apart from `ENVELOPE_HEADERS`. */
export function refusalHeaders({ status, params, allow }: Refusal): Record<string, string> {
  const headers: Record<string, string> = {};
  if (params.retryAfter !== undefined) headers['Retry-After'] = String(params.retryAfter);
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  if (allow !== undefined) headers['Allow'] = allow;
  return headers;
}
