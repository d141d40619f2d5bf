// XState reads members that its objects may lack, and would find those that a page has added to `Object.prototype`.
import type { AnyStateNode } from 'xstate';

/** Takes the prototypes away from the objects of a chart, which may lack members such as `type` and `target`. */
export function detach<Part>(part: Part): Part {
  if (typeof part !== 'object') return part;
  if (!Array.isArray(part)) Object.setPrototypeOf(part, null);
  Object.values(part as object).forEach(detach);
  return part;
}

/** An initial transition for states that contain no others. XState reads only its `actions`. */
const NO_INITIAL = { initial: { actions: [] as never[] } };

/**
 * Gives a state, and those in it, their initial transition as a value of their own. XState's getter looks for it with `in`,
 * in an object that it keeps for each state. There is no such object yet for one that inherits from the state, and the
 * getter then computes the transition.
 */
export function fixInitial(state: AnyStateNode): void {
  const inner = Object.values(state.states);
  const { initial } = inner.length > 0 ? (Object.create(state) as AnyStateNode) : NO_INITIAL;
  Object.defineProperty(state, 'initial', { __proto__: null, value: initial } as PropertyDescriptor);
  inner.forEach(fixInitial);
}
