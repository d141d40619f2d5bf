/** The maximum size of an answer, in bytes. */
const MAX_ANSWER_BYTES = 65_536;

/**
 * The request couldn't be made, there was no answer, or the answer was incomplete, too long or no JSON. The message may be logged, because
 * it quotes neither the request nor the answer.
 */
export class CallError extends Error {
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** Whether it's certain that nothing was sent: there was no valid request, or no connection. False otherwise. */
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
    if (length > MAX_ANSWER_BYTES) throw new CallError('the answer is too long', { status });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The error codes of Node.js that certainly mean that no connection was made. Others, such as those of TLS, count as unknown. */
const NOT_CONNECTED = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isNotConnected(error: unknown): boolean {
  const cause = (error as { cause?: { code?: unknown } } | null)?.cause;
  return typeof cause?.code === 'string' && NOT_CONNECTED.has(cause.code);
}

/** Makes the request. Throws a CallError if the address is invalid, or if a key has a character that no header can carry. */
function createRequest(url: string, init: RequestInit): Request {
  try {
    const headers = new Headers(init.headers);
    // A provider may close a kept-alive connection just as this call uses it. Then nobody would know whether it has accepted the call.
    headers.set('Connection', 'close');
    return new Request(url, { ...init, headers, redirect: 'manual' });
  } catch {
    throw new CallError('the request could not be made: is the address or a key invalid?', { isUnsent: true });
  }
}

/**
 * Calls a provider over HTTP. Redirects aren't followed: they would carry the keys and the content to another host.
 * There is no time limit: the caller aborts the signal in `init`.
 * @returns the status and the JSON body of the answer, whatever the status is
 * @throws CallError if the request can't be made, there is no answer, or it's incomplete, too long or no JSON
 */
export async function callJson(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  const request = createRequest(url, init);
  let response: Response | undefined;
  let text: string;
  try {
    response = await fetch(request);
    text = await readText(response);
  } catch (error) {
    if (error instanceof CallError) throw error;
    // The message of the original error isn't repeated: it may contain the URL, and the URLs of some providers contain the key.
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
