/** A promise and the function that resolves it: `Promise.withResolvers()`, which Node 20 does not have. */
export function createDeferred() {
  let resolve = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise(done => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
