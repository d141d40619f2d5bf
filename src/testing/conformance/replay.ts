// Repeats a recorded call with answers that no server gives on demand.
import type { AuthBackend } from '../../core/auth-backend.js';
import type { RuleContext } from './context.js';
import type { Exchange, FakeAnswer, Fault, Interference, SentRequest } from './network.js';
import { fail, outcomeOf, type CallOutcome } from './outcome.js';
import type { Recording } from './recordings.js';

/** Replays the server's answers in a recording. */
export const replay =
  ({ exchanges }: Recording, change: (exchange: Exchange) => FakeAnswer = exchange => exchange) =>
  (_: unknown, index: number): FakeAnswer =>
    change(exchanges[Math.min(index, exchanges.length - 1)]!);

/** A fault that befalls one call of `fetch` in a method; the calls before it are answered as recorded. */
export interface FaultyCall {
  /** Says which method is called and how. */
  readonly what: string;
  /** The place of that call in the method, from 0. */
  readonly place: number;
  readonly interference: Interference;
}

/** Yields a fault at each call of `fetch` of the method in turn. The server stays as it is after it. */
export function* atEachCall(
  recording: Recording,
  what: string,
  fault: (request: SentRequest) => Fault,
): Generator<FaultyCall> {
  const { method, exchanges } = recording;
  const answers = replay(recording);
  for (const place of exchanges.keys())
    yield {
      what: `${method} ${what}${place === 0 ? '' : `, in its call number ${place + 1}`}`,
      place,
      interference: (request, index) => (index < place ? answers(request, index) : fault(request)),
    };
}

/** Makes a call to which a fault happens. Fails if it doesn't make the calls of `fetch` that were recorded. */
export async function callFaulty(
  { network }: RuleContext,
  { what, place, interference }: FaultyCall,
  call: () => Promise<unknown>,
  longest?: number,
): Promise<[CallOutcome, readonly SentRequest[]]> {
  const [outcome, requests] = await network.interfere(interference, () => outcomeOf(what, call, longest));
  if (requests.length <= place)
    fail(`${what}: it has made ${requests.length} calls of \`fetch\`, and more when it was recorded`);
  return [outcome, requests];
}

/**
 * Returns the backend for one case. A method of several calls may make fewer of them the next time, so it gets a new
 * object.
 */
export const backendFor = async (context: RuleContext, { exchanges }: Recording, shared: AuthBackend) =>
  exchanges.length > 1 ? context.createBackend() : shared;
