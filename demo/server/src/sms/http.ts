import { SmsError } from './provider.js';

/** Bytes of an answer that are read at most. */
const answerLimit = 65_536;

async function readLimited(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > answerLimit) throw new SmsError('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
    response = await fetch(url, { ...init, redirect: 'manual' });
    text = response.body ? await readLimited(response.body) : '';
  } catch (error) {
    if (error instanceof SmsError) throw error;
    // The message of the error may name the address, and with some providers the key: it is left out.
    throw new SmsError('the provider could not be reached');
  }
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    throw new SmsError(`the answer is not JSON, status ${response.status}`);
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
