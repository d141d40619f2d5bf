/** The size of the largest answer that is read, in bytes. */
const MAX_ANSWER_LENGTH = 65_536;

/**
 * There was no answer, or it wasn't JSON. The message may be logged, because it quotes neither the request nor the answer.
 */
export class CallError extends Error {
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** Whether no connection was made, so that nothing was sent. */
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

async function readText({ body, status }: Response): Promise<string> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    length += chunk.byteLength;
    if (length > MAX_ANSWER_LENGTH) throw new CallError('the answer is too long', { status });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The error codes of Node.js for a connection that was not made. */
const NOT_CONNECTED = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isNotConnected(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' && NOT_CONNECTED.has(cause.code);
}

/**
 * Calls a service over HTTP. Redirects aren't followed: they would carry the keys and the message to another host.
 * @returns the status and the JSON body of the answer, whatever the status is
 * @throws CallError if there is no answer, or it isn't JSON
 */
export async function callJson(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  let response: Response | undefined;
  let text: string;
  try {
    const headers = new Headers(init.headers);
    // The service may close a kept-alive connection just as it is used again, and nobody would know whether it has accepted
    // the message.
    headers.set('Connection', 'close');
    response = await fetch(url, { ...init, headers, redirect: 'manual' });
    text = await readText(response);
  } catch (error) {
    if (error instanceof CallError) throw error;
    // The message of the original error isn't repeated: it may contain the URL, and the URLs of some services contain the key.
    if (response) throw new CallError('the answer broke off', { status: response.status });
    throw new CallError('the provider could not be reached', { isUnsent: isNotConnected(error) });
  }
  try {
    return { status: response.status, body: JSON.parse(text) as unknown };
  } catch {
    throw new CallError(`the answer is not JSON, status ${response.status}`, { status: response.status });
  }
}

/** A property of a value of unknown type; undefined if the value has no such own property. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
