// Repeats a recorded call with answers that no server gives on demand.
import type { AuthBackend } from '../../core/auth-backend.js';
import type { RuleContext } from './context.js';
import type { Exchange, FakeAnswer, Fault, Interference, SentRequest } from './network.js';
import { fail, outcomeOf, type CallOutcome } from './outcome.js';
import type { Recording } from './recordings.js';

/** Returns an interference that gives the answers of a recording in order, changed by `change`. Further calls get the last one again. */
export const replay =
  ({ exchanges }: Recording, change: (exchange: Exchange) => FakeAnswer = exchange => exchange) =>
  (_: unknown, index: number): FakeAnswer =>
    change(exchanges[Math.min(index, exchanges.length - 1)]!);

/** A fault of the calls of `fetch` in a method, from the one at `place` on. The calls before it are answered as recorded. */
export interface FaultyCall {
  /** Describes the method and the fault, for messages. */
  readonly what: string;
  /** The index of the first call with the fault, from 0. */
  readonly place: number;
  readonly interference: Interference;
}

/** Yields a fault at each call of `fetch` of the method in turn. No call reaches the server, so its state doesn't change. */
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

/**
 * Calls the backend with a fault. Fails if the method ends before its call of `fetch` at `place`.
 * @param longest the time limit in milliseconds
 */
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
 * Returns the backend for one case. A method with several calls of `fetch` may keep what it has learned, and make fewer calls the next
 * time. Each of its cases gets a new backend for that reason.
 */
export const backendFor = async (context: RuleContext, { exchanges }: Recording, shared: AuthBackend) =>
  exchanges.length > 1 ? context.createBackend() : shared;
