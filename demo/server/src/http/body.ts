import type { z } from '@hono/zod-openapi';
import { Refusal, type What } from '../domain/refusal.js';
import type { Ctx } from './context.js';
import { idempotencyKey } from './schemas.js';

/** Bytes of a body at most (contract, «Envelope»). */
export const bodyLimit = 4096;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const isJson = (type: string | undefined) =>
  /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?\s*$/i.test(type ?? '');

/** Refuses a body that says by itself that it is too large. */
export function checkLength(c: Ctx): void {
  const length = c.req.header('Content-Length');
  if (length !== undefined && Number(length) > bodyLimit) throw new Refusal(413);
}

async function readStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > bodyLimit) {
      // Not awaited: the rest of the body may never come.
      reader.cancel().catch(() => undefined);
      throw new Refusal(413);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

async function readBytes(c: Ctx): Promise<Uint8Array> {
  try {
    // With a length the parser stops there, and the limit has been checked. Without one only counting helps.
    if (c.req.header('Content-Length') !== undefined) return new Uint8Array(await c.req.arrayBuffer());
    return c.req.raw.body ? await readStream(c.req.raw.body) : new Uint8Array();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The connection broke in the middle of the body.
    throw new Refusal(400, { what: 'body' });
  }
}

const fields: readonly What[] = ['tel', 'op', 'val', 'login', 'password', 'displayName'];

/**
 * The body of a request, checked. It must be JSON and say so: a page of an origin that is not allowed can send other
 * types without asking first, and so have its visitors send requests for SMS.
 * @throws Refusal 400 with the field, 413
 */
export async function readBody<T extends z.ZodType>(c: Ctx, schema: T): Promise<z.output<T>> {
  if (!isJson(c.req.header('Content-Type'))) throw new Refusal(400, { what: 'body' });
  const encoding = c.req.header('Content-Encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new Refusal(400, { what: 'body' });
  const bytes = await readBytes(c);
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw new Refusal(400, { what: 'body' });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path[0];
  throw new Refusal(400, { what: fields.find(known => known === field) ?? 'body' });
}

/**
 * The bearer token of a request; '' where it is of another form than ours, which no session has.
 * @throws Refusal 401 `token` where there is none
 */
export function readBearer(c: Ctx): string {
  const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  if (token === undefined) throw new Refusal(401, { what: 'token' });
  return /^[\w-]{43}$/.test(token) ? token : '';
}

/**
 * The idempotency key of a request, if it has one.
 * @throws Refusal 400 `idempotencyKey`
 */
export function readIdempotencyKey(c: Ctx): string | undefined {
  const key = c.req.header('Idempotency-Key');
  if (key !== undefined && !idempotencyKey.safeParse(key).success) throw new Refusal(400, { what: 'idempotencyKey' });
  return key;
}
