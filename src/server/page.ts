/**
 * Entry `auth-widget/server/page`: for the app's pages. Tells the app's own server of each sign-in, renewal and sign-out.
 */

/** The members of `AuthClient` that this module uses. */
export interface ClientOfPage {
  readonly state: { readonly isAuthenticated: boolean };
  getToken(): Promise<string | null>;
  tryAutoLogin(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** Options of `keepServerSession`. */
export interface ServerSessionOptions {
  /** The path of the bridge on this origin: `/auth/session`. */
  readonly path: string;
  /** Whether the server has rendered this page for a person. If it hasn't, and nobody is signed in, the page makes no call at the start. */
  readonly isSignedIn?: boolean | undefined;
}

/** A renewal doesn't change the state, so the token is compared once a minute. */
const INTERVAL_MS = 60_000;

/**
 * In this page, keeps the session of the app's own server in step with the client's. It first restores the client's stored session
 * (`tryAutoLogin`). It then compares at once, at each change of the client's state, when the page is shown or hidden, and once a minute. A
 * call that fails is repeated at the next comparison.
 * @returns a function that stops it
 */
export function keepServerSession(
  client: ClientOfPage,
  { path, isSignedIn = false }: ServerSessionOptions,
): () => void {
  // The token that the server was last told about. null: it knows that nobody is signed in. undefined: not known yet.
  let told: string | null | undefined = isSignedIn ? undefined : null;
  let isBusy = false;
  // Whether something may have changed since the last comparison began.
  let isDue = false;
  let isOver = false;

  async function tell(token: string | null): Promise<void> {
    const init =
      token === null ? { method: 'DELETE' } : { method: 'POST', headers: { Authorization: `Bearer ${token}` } };
    // The call may reach the server although its answer doesn't arrive.
    told = undefined;
    // The call reaches the server even if the page is left, as it often is after a sign-in.
    const { ok, status } = await fetch(path, {
      ...init,
      keepalive: true,
      redirect: 'error',
      credentials: 'same-origin',
    });
    // A 401 counts as told: the server would refuse the same token again. After any other failure, the call is repeated.
    if (ok || status === 401) told = token;
  }

  async function compare(): Promise<void> {
    isDue = true;
    if (isBusy) return;
    isBusy = true;
    while (isDue && !isOver) {
      isDue = false;
      try {
        const { isAuthenticated } = client.state;
        const token = isAuthenticated ? await client.getToken() : null;
        // A person whose token can't be renewed just now is still signed in.
        if (token !== told && (token !== null || !client.state.isAuthenticated)) await tell(token);
      } catch {
        // The network failed, the server redirected, or the page is being left. What has changed meanwhile is told now.
      }
    }
    isBusy = false;
  }

  const listen = () => void compare();
  let end = (): void => {};
  void client
    .tryAutoLogin()
    .catch(() => {})
    .then(() => {
      if (isOver) return;
      const unsubscribe = client.subscribe(listen);
      const timer = setInterval(listen, INTERVAL_MS);
      document.addEventListener('visibilitychange', listen);
      end = () => {
        unsubscribe();
        clearInterval(timer);
        document.removeEventListener('visibilitychange', listen);
      };
      listen();
    });
  return () => {
    isOver = true;
    end();
  };
}
