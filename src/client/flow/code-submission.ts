import type { OperationEvent } from '../../machine/machine-events.js';
import type { FlowRunner } from './flow-runner.js';

/**
 * Submits a code, or the display name alone if the code was already accepted. An empty code, and one that the server has called wrong for
 * this number, are rejected here and not sent. A code with too few digits is sent.
 * @param code `''` if the typed text has no code, or leaves open which of its digits it is
 */
export function submitCode(runner: FlowRunner, code: string, typedName: string | undefined): Promise<void> {
  const { screen, attemptsLeft, typedName: keptName } = runner.flow;
  const event: OperationEvent = { type: 'code.submit', code, typedName };
  // The same submission may still be pending on another screen, where it saves the name. In that case it's joined.
  if (!runner.canJoin(event)) {
    // Without a name, the machine saves the one that it has kept: an earlier attempt to save it has failed.
    if (screen === 'name' && (typedName ?? keptName)) return runner.perform({ type: 'name.submit', typedName });
    if (screen !== 'code') return runner.reject({ code: 'code-expired' });
    const isRejected = runner.isRejectedCode(code);
    // The name is meant for the right code, which may be under way.
    if (typedName && (!code || isRejected)) runner.send({ type: 'name.keep', typedName });
    if (!code) return runner.reject({ code: 'invalid-code' });
    if (isRejected) return runner.reject({ code: 'wrong-code', attemptsLeft: attemptsLeft ?? undefined });
  }
  return runner.perform(event);
}
