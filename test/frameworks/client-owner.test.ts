// ClientOwner: when the client of a provider is created, restored and disposed of.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../src/client/auth-client.js';
import { ClientOwner } from '../../src/frameworks/client-owner.js';
import { until } from '../support/browser.js';
import { FakeStore, HeldBackend, session, stored } from '../support/held-backend.js';

function setUp() {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = stored();
  return { backend, store };
}

describe('ClientOwner', () => {
  it('the state is unknown until somebody holds the client, and again when nobody does', async () => {
    const { backend, store } = setUp();
    const owner = new ClientOwner({ backend, store });
    expect(owner.getState().isLoading).to.equal(true);
    expect(store.listeners.size, 'no client yet').to.equal(0);
    const release = owner.hold();
    await backend.answer('getSession', session());
    await until(() => owner.getState().isAuthenticated);
    release();
    await Promise.resolve();
    expect([owner.getState().isLoading, store.listeners.size]).to.deep.equal([true, 0]);
  });

  it('a client that is held again in the same task is kept', async () => {
    const { backend, store } = setUp();
    const owner = new ClientOwner({ backend, store });
    const release = owner.hold();
    const { client } = owner;
    release();
    const releaseAgain = owner.hold();
    const releaseLast = owner.hold();
    await Promise.resolve();
    releaseAgain();
    await Promise.resolve();
    expect(owner.client).to.equal(client);
    expect(store.listeners.size).to.equal(1);
    releaseLast();
    await Promise.resolve();
    expect(store.listeners.size).to.equal(0);
  });

  it('a client that is given without a session restores it first', async () => {
    const { backend, store } = setUp();
    const client = new AuthClient({ backend, store });
    const owner = new ClientOwner(client);
    expect(owner.getState().isLoading).to.equal(true);
    const states: boolean[] = [];
    const end = owner.subscribe(() => states.push(owner.getState().isAuthenticated));
    await backend.answer('getSession', session());
    await until(() => states.at(-1));
    end();
    const { length } = states;
    await Promise.resolve();
    store.change(null);
    await until(() => !client.state.isAuthenticated);
    expect(states).to.have.length(length);
    expect(owner.client).to.equal(client);
    client.dispose();
  });
});
