import { SmsError, type SmsFailure } from './provider.js';

/** Largest answer that is read, in bytes. */
const maxAnswerLength = 65_536;

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxAnswerLength) throw new SmsError('the answer is too long', 'unknown');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Error codes of Node.js that mean that no connection was made, so that nothing was sent. */
const notConnected = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function failureOfError(error: unknown): SmsFailure {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' && notConnected.has(cause.code) ? 'refused' : 'unknown';
}

/**
 * What an HTTP status tells of a message that was not confirmed. After a 5xx the message may have been accepted: the
 * status may come from a proxy in front of the provider.
 */
export function failureOfStatus(status: number): SmsFailure {
  return status >= 300 && status < 500 ? 'refused' : 'unknown';
}

/**
 * Calls a provider over HTTP. Redirects are not followed: they would carry the API key and the message to another host.
 * @returns the status and the JSON body of the answer, whatever the status is
 * @throws SmsError if there is no answer, or one that is not JSON
 */
export async function callProvider(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  let response: Response;
  let text: string;
  try {
    const headers = new Headers(init.headers);
    // A kept-alive connection may be closed by the provider at the moment it is used again; it would then be unknown
    // whether the message was accepted.
    headers.set('Connection', 'close');
    response = await fetch(url, { ...init, headers, redirect: 'manual' });
    text = response.body ? await readText(response.body) : '';
  } catch (error) {
    if (error instanceof SmsError) throw error;
    // The message of the original error is not repeated: it may contain the URL, and some providers' URLs contain the key.
    throw new SmsError('the provider could not be reached', failureOfError(error));
  }
  try {
    return { status: response.status, body: JSON.parse(text) as unknown };
  } catch {
    throw new SmsError(`the answer is not JSON, status ${response.status}`, failureOfStatus(response.status));
  }
}

/** A property of a value of unknown type; undefined if it has none of this name. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** A provider's error number for the log; 'unknown' for anything but a number, which could quote the request. */
export function loggableErrorNumber(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : 'unknown';
}
