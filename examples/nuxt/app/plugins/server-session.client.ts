import { keepServerSession } from 'auth-widget/server/page';

/** Tells this app's server of each sign-in, renewal and sign-out. */
export default defineNuxtPlugin(({ $auth }) => {
  const isSignedIn = useRenderedFor().value !== null;
  keepServerSession($auth.client, { path: '/auth/session', isSignedIn });
});
