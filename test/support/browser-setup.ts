import type { TestContext } from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import type { AuthState } from '../../src/core/auth-state.js';
import type { AuthBackend } from '../../src/core/auth-backend.js';
import { FakeClock, settle } from './clock.js';
import { SessionServer } from './session-servers.js';
import { FakePage } from './page.js';
import { FakeOrigin, type TabStore } from './tabs.js';

/** One tab: its client, its view of the storage, and the notices of its client. */
export interface Tab {
  readonly client: AuthClient;
  readonly store: TabStore;
  readonly states: AuthState[];
  /** The notices `auth-signed-in` (`in <user>`) and `auth-signed-out` (`out <reason>`). */
  readonly signIns: string[];
}

type TestServer = AuthBackend & { readonly latency: number; readonly knows: (token: string | null) => boolean };

/** A clock, a server, and a browser with tabs of one origin. */
export function setUpBrowser(t: TestContext, { ttl = 1000, tabs = 1 } = {}) {
  return setUpBrowserWith(t, new SessionServer({ ttl }), tabs);
}

/** Like `setUpBrowser`, with the given server. */
export function setUpBrowserWith<S extends TestServer>(t: TestContext, server: S, count = 1) {
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const origin = new FakeOrigin();

  function open(): Tab {
    const store = origin.open();
    const client = new AuthClient({ backend: server, store, baseUrl: 'https://api.test' });
    const states: AuthState[] = [];
    const signIns: string[] = [];
    client.observe(notice => {
      if (notice.type === 'auth-change') states.push(notice.state);
      if (notice.type === 'auth-signed-in') signIns.push(`in ${notice.userId}`);
      if (notice.type === 'auth-signed-out') signIns.push(`out ${notice.reason}`);
    });
    t.after(() => client.dispose());
    return { client, store, states, signIns };
  }

  const tabs = Array.from({ length: count }, open) as [Tab, ...Tab[]];
  return {
    clock,
    page,
    server,
    origin,
    tabs,
    open,
    /** Signs in, in the first tab. Everything that the tabs have recorded so far is dropped. */
    async signIn(user = 'u1'): Promise<void> {
      const done = tabs[0].client.login(user, 'correct horse');
      await clock.advance(server.latency * 2);
      await done;
      await settle();
      for (const { states, signIns } of tabs) states.length = signIns.length = 0;
    },
    /** Whether every tab is signed in with a token that the server knows, and has reported nothing since signIn(). */
    isUndisturbed(): boolean {
      return tabs.every(
        ({ client, states, signIns }) =>
          client.state.isAuthenticated &&
          server.knows(origin.stored?.token ?? null) &&
          signIns.length === 0 &&
          states.every(({ isLoading, error }) => !isLoading && error === null),
      );
    },
  };
}
