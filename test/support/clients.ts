import type { TestContext } from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { HeldBackend, FakeStore } from './held-backend.js';

/** Clients over one backend and one store: they share a session keeper. */
export function createClients(t: TestContext, count: number, storedSession: FakeStore['stored'] = null) {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = storedSession;
  const clients = Array.from({ length: count }, () => new AuthClient({ backend, store }));
  t.after(() => clients.forEach(client => client.dispose()));
  return { backend, store, clients: clients as [AuthClient, AuthClient, ...AuthClient[]] };
}

/** Records the sign-ins and sign-outs that a client reports from now on: `in u1`, `out logout`. */
export function recordSignIns(client: AuthClient): string[] {
  const recorded: string[] = [];
  client.observe(notice => {
    if (notice.type === 'auth-signed-in') recorded.push(`in ${notice.userId}`);
    if (notice.type === 'auth-signed-out') recorded.push(`out ${notice.reason}`);
  });
  return recorded;
}
