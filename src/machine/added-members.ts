// XState reads members that its objects may lack, and would find those that a page has added to `Object.prototype`.
import type { AnyStateNode } from 'xstate';

/**
 * Removes the prototypes of a chart's objects in place, so that a member that one of them lacks, such as `type` or `target`, isn't
 * found in `Object.prototype`. Arrays and functions keep theirs. The chart must be a tree without null. Returns `part` itself.
 */
export function detach<Part>(part: Part): Part {
  if (typeof part !== 'object') return part;
  if (!Array.isArray(part)) Object.setPrototypeOf(part, null);
  Object.values(part as object).forEach(detach);
  return part;
}

/** An initial transition for states that contain no others. XState reads only its `actions`. */
const NO_INITIAL = { initial: { actions: [] as never[] } };

/**
 * Gives a state, and those in it, `initial` as a plain property. XState's getter looks for a cached transition with `in`, and
 * would find an `initial` that a page has added to `Object.prototype`. An object that inherits from the state has no cache
 * yet, so the getter computes the transition for it. Must be called before an actor is created.
 */
export function fixInitial(state: AnyStateNode): void {
  const inner = Object.values(state.states);
  const { initial } = inner.length > 0 ? (Object.create(state) as AnyStateNode) : NO_INITIAL;
  Object.defineProperty(state, 'initial', { __proto__: null, value: initial } as PropertyDescriptor);
  inner.forEach(fixInitial);
}
