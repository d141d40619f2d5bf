import { Actor, type AnyActor, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';

/** The machine of a client, and its latest snapshot. */
export interface ObservedFlow {
  readonly machine: AnyStateMachine;
  readonly snapshot: AnyMachineSnapshot;
  /** The type of the event that led to the snapshot. */
  readonly event: string;
}

const hasChart = (actor: AnyActor): boolean => 'root' in (actor.logic as object);

/**
 * Calls `show` with each snapshot of the client that was created last. A client hands out no machine, so this replaces `start` of all
 * actors, which a client calls once, in its constructor. It has to run before the first client is created.
 */
export function observeFlows(show: (flow: ObservedFlow) => void): void {
  let last: AnyActor | undefined;
  const start = Reflect.get(Actor.prototype, 'start') as (this: AnyActor) => AnyActor;
  const observe = (actor: AnyActor): void => {
    last = actor;
    const machine = actor.logic as AnyStateMachine;
    actor.system.inspect(({ type, actorRef, ...inspected }) => {
      if (type !== '@xstate.snapshot' || actorRef !== actor || last !== actor) return;
      const { snapshot, event } = inspected as unknown as { snapshot: AnyMachineSnapshot; event: { type: string } };
      show({ machine, snapshot, event: event.type });
    });
  };
  Actor.prototype.start = function startObserved(this: AnyActor) {
    if (hasChart(this)) observe(this);
    return start.call(this);
  } as typeof Actor.prototype.start;
}
