// For the scripts of pages: one client, which restores the session of the browser.
import { AuthClient } from 'auth-widget/client';

export const client = new AuthClient({ baseUrl: '/' });

/** Resolves once it is known whether somebody is signed in. */
export const restored: Promise<void> = client.tryAutoLogin().catch(() => {
  // A sign-in or a sign-out began before the session was restored. The state says which.
});
