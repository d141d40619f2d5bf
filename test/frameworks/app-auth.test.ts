// AppAuth, which the hooks and stores of React, Vue and Svelte share.
import { expect } from '@open-wc/testing';
import { AppAuth } from '../../src/frameworks/app-auth.js';
import { HeldBackend, FakeStore, stored } from '../support/held-backend.js';

describe('AppAuth', () => {
  it('after a release, the next use creates another client and restores the session with it', async () => {
    const store = new FakeStore();
    store.stored = stored();
    const auth = new AppAuth({ backend: new HeldBackend(), store });
    const first = auth.client;
    await auth.ready;
    expect(first.state.userId).to.equal('u1');
    auth.release();
    expect(auth.client).to.not.equal(first);
    await auth.ready;
    expect(auth.client.state.userId).to.equal('u1');
    auth.release();
  });

  it('an observer after a release hears of the restored session', async () => {
    const store = new FakeStore();
    store.stored = stored();
    const auth = new AppAuth({ backend: new HeldBackend(), store });
    for (let round = 0; round < 2; round++) {
      let userId: string | null = null;
      const end = auth.follow(state => (userId = state.userId));
      await auth.ready;
      expect(userId, `round ${round}`).to.equal('u1');
      end();
      auth.release();
    }
  });
});
