// The app's session: one client, created once, and imported wherever it matters who is signed in.
import { AuthClient, type AuthState } from 'auth-widget/client';

export interface Account {
  readonly userId: string;
  readonly displayName: string | null;
}

/** The app's only client. The widget on the sign-in page uses it too. */
export const client = new AuthClient({ baseUrl: '/' });

/**
 * Resolves once it is known whether somebody is signed in. That's at once, unless the stored session has expired according
 * to the device's clock, or that clock was set back: then the client asks the server, for ten seconds at most.
 */
export const restored: Promise<void> = client.tryAutoLogin().catch(() => {
  // A sign-in or a sign-out began before the session was restored. The state says which.
});

const accountOf = ({ isAuthenticated, userId, displayName }: AuthState): Account | null =>
  isAuthenticated && userId !== null ? { userId, displayName } : null;

/** Who is signed in, or null if nobody is or if it isn't known yet. */
export const currentAccount = (): Account | null => accountOf(client.state);

/**
 * Calls `listener` with who is signed in, or null: first when that is known, then after each change, including changes in
 * other tabs.
 * @returns a function that stops the calls
 */
export function watchAccount(listener: (account: Account | null) => void): () => void {
  let told: Account | null | undefined;
  const tell = (account: Account | null) => {
    const isNews = told?.userId !== account?.userId || told?.displayName !== account?.displayName;
    if (told !== undefined && !isNews) return;
    told = account;
    listener(account);
  };
  let isKnown = false;
  const unsubscribe = client.subscribe(state => isKnown && tell(accountOf(state)));
  let isOver = false;
  void restored.then(() => {
    isKnown = true;
    if (!isOver) tell(currentAccount());
  });
  return () => {
    isOver = true;
    unsubscribe();
  };
}
