import { SmsError, type SmsFate } from './provider.js';

/** Bytes of an answer that are read at most. */
const answerLimit = 65_536;

async function readLimited(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > answerLimit) throw new SmsError('the answer is too long', 'unknown');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Codes of errors after which no connection was there that could have carried anything. */
const unconnected = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function fateAfter(error: unknown): SmsFate {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' && unconnected.has(cause.code) ? 'refused' : 'unknown';
}

/** What an HTTP status says of a message that was not confirmed: a server that failed, or one before it, may have taken it. */
export function fateOf(status: number): SmsFate {
  return status >= 300 && status < 500 ? 'refused' : 'unknown';
}

/**
 * Calls a provider. Never follows a redirect: it would carry the key and the message elsewhere.
 * @returns the answer, which claims to be JSON whatever its status
 * @throws SmsError where there is no answer or it is not JSON
 */
export async function callProvider(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  let response: Response;
  let text: string;
  try {
    const headers = new Headers(init.headers);
    // A connection that is kept may be closed at the other end just as it is used again, and nothing would tell whether
    // the message was taken.
    headers.set('Connection', 'close');
    response = await fetch(url, { ...init, headers, redirect: 'manual' });
    text = response.body ? await readLimited(response.body) : '';
  } catch (error) {
    if (error instanceof SmsError) throw error;
    // The message of the error may name the address, and with some providers the key: it is left out.
    throw new SmsError('the provider could not be reached', fateAfter(error));
  }
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    throw new SmsError(`the answer is not JSON, status ${response.status}`, fateOf(response.status));
  }
}

/** A member of an answer that may be anything. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** A provider's error number as logs may show it: a number and nothing else. */
export function errorNumber(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : 'unknown';
}
