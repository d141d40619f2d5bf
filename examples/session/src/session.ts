// The session of the app: one client, made once, and imported wherever it matters who is signed in.
import { AuthClient, type AuthState } from 'auth-widget/client';

export interface Account {
  readonly userId: string;
  readonly displayName: string | null;
}

/** The one client of the app. The widget of the sign-in page gets it too. */
export const client = new AuthClient({ baseUrl: '/' });

/**
 * Resolves when it is known whether somebody is signed in: at once, unless the stored session has expired by the clock of
 * the device. Then the server is asked, for ten seconds at most.
 */
export const restored: Promise<void> = client.tryAutoLogin().catch(() => {
  // The session has ended, or a sign-in came before its end: the state says which.
});

const accountOf = ({ isAuthenticated, userId, displayName }: AuthState): Account | null =>
  isAuthenticated && userId !== null ? { userId, displayName } : null;

/** Who is signed in; null if nobody is, and until that is known. */
export const currentAccount = (): Account | null => accountOf(client.state);

/**
 * Calls `listener` with who is signed in, or null: once that is known, and then after each change, in other tabs too.
 * @returns a function that ends it
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
