/** Whether two flat objects have equal members, compared with `===`, or both are null. */
export const shallowEqual = (a: object | null, b: object | null): boolean =>
  !a === !b && Object.keys({ ...a, ...b }).every(key => a![key as keyof typeof a] === b![key as keyof typeof b]);
