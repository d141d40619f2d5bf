/** Largest answer that is read, in bytes. */
const maxAnswerLength = 65_536;

/** No answer, or none that is JSON. Its message may be logged: it repeats nothing of the request or the answer. */
export class CallError extends Error {
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;
  /** No connection was made, so that nothing was sent. */
  readonly isUnsent: boolean;

  constructor(
    message: string,
    { status, isUnsent = false }: { readonly status?: number; readonly isUnsent?: boolean },
  ) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.isUnsent = isUnsent;
  }
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxAnswerLength) throw new CallError('the answer is too long', {});
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Error codes of Node.js that mean that no connection was made. */
const notConnected = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isNotConnected(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' && notConnected.has(cause.code);
}

/**
 * Calls a service over HTTP. Redirects are not followed: they would carry the keys and the message to another host.
 * @returns the status and the JSON body of the answer, whatever the status is
 * @throws CallError if there is no answer, or one that is not JSON
 */
export async function callJson(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  let response: Response;
  let text: string;
  try {
    const headers = new Headers(init.headers);
    // A kept-alive connection may be closed by the service at the moment it is used again; it would then be unknown
    // whether the message was accepted.
    headers.set('Connection', 'close');
    response = await fetch(url, { ...init, headers, redirect: 'manual' });
    text = response.body ? await readText(response.body) : '';
  } catch (error) {
    if (error instanceof CallError) throw error;
    // The message of the original error is not repeated: it may contain the URL, and some services' URLs contain the key.
    throw new CallError('the provider could not be reached', { isUnsent: isNotConnected(error) });
  }
  try {
    return { status: response.status, body: JSON.parse(text) as unknown };
  } catch {
    throw new CallError(`the answer is not JSON, status ${response.status}`, { status: response.status });
  }
}

/** A property of a value of unknown type; undefined if it has none of this name. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
