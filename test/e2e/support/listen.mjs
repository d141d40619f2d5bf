/**
 * Starts an HTTP server on a free port of the loopback interface.
 * @param {import('node:http').Server} server
 */
export async function listen(server) {
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    /** Closes the server and its connections. */
    close: () => new Promise(resolve => server.close(resolve).closeAllConnections()),
  };
}
