/** Whether two flat objects have the same members. */
export const isSame = (a: object, b: object): boolean =>
  Object.keys({ ...a, ...b }).every(key => a[key as keyof typeof a] === b[key as keyof typeof b]);
