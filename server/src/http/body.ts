import type { z } from '@hono/zod-openapi';
import { Refusal, type RefusalSubject } from '../common/refusal.js';
import type { RequestContext } from './request-context.js';
import { idempotencyKey } from './schemas.js';

/** The maximum length of a body that the server reads, in bytes (docs/protocol.md#envelope). */
export const MAX_BODY_LENGTH = 4096;

// With `fatal`, bytes that aren't UTF-8 cause an error instead of becoming U+FFFD. With `ignoreBOM`, a byte order mark stays in the text, and
// `JSON.parse` refuses it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const isJson = (contentType: string | undefined) =>
  /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?\s*$/i.test(contentType ?? '');

/** Refuses a body with a `Content-Length` that is too large, before the body is read. */
export function checkContentLength(c: RequestContext): void {
  const length = c.req.header('Content-Length');
  if (length !== undefined && Number(length) > MAX_BODY_LENGTH) throw new Refusal(413);
}

async function readStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > MAX_BODY_LENGTH) {
      // This isn't awaited, because it resolves when the rest of the body has arrived, which may never happen.
      reader.cancel().catch(() => undefined);
      throw new Refusal(413);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

async function readBytes(c: RequestContext): Promise<Uint8Array> {
  try {
    // Node's parser reads no more than `Content-Length`, which checkContentLength() has limited. A chunked body has to be
    // counted while it is read.
    if (c.req.header('Content-Length') !== undefined) return new Uint8Array(await c.req.arrayBuffer());
    return c.req.raw.body ? await readStream(c.req.raw.body) : new Uint8Array();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The connection was lost in the middle of the body.
    throw new Refusal(400, { what: 'body' });
  }
}

const FIELDS: readonly RefusalSubject[] = ['tel', 'op', 'val', 'login', 'password', 'displayName'];

/**
 * Reads the body of a request and checks it against `schema`. The content type must be JSON. A page of any origin can send
 * a form or plain text without a CORS preflight, so it could make the browser of every visitor request SMS.
 * @throws Refusal 400 with the invalid field or `body`, 413
 */
export async function readBody<T extends z.ZodType>(c: RequestContext, schema: T): Promise<z.output<T>> {
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
  const invalidField = result.error.issues[0]?.path[0];
  throw new Refusal(400, { what: FIELDS.find(field => field === invalidField) ?? 'body' });
}

/**
 * The header `Idempotency-Key`, if there is one.
 * @throws Refusal 400 `idempotencyKey`
 */
export function readIdempotencyKey(c: RequestContext): string | undefined {
  const key = c.req.header('Idempotency-Key');
  if (key !== undefined && !idempotencyKey.safeParse(key).success) throw new Refusal(400, { what: 'idempotencyKey' });
  return key;
}

/** The header with the solution of a challenge, if there is one (docs/protocol.md#challenges). It may be any text. */
export const readSolution = (c: RequestContext): string | undefined => c.req.header('X-Auth-Challenge');

/** The header that shows who asked for a code, if there is one. It may be any text. */
export const readState = (c: RequestContext): string | undefined => c.req.header('X-Auth-State');

/** The header with a device's memory of the number, if there is one. It may be any text. */
export const readDevice = (c: RequestContext): string | undefined => c.req.header('X-Auth-Device');
