import { inject } from '@angular/core';
import { Router, type CanActivateFn } from '@angular/router';
import { AuthService } from './auth-service';

/**
 * Lets people through if they are signed in. Others are sent to /sign-in, and come back once they have signed in. A server
 * that renders the page doesn't know who is signed in, so it lets everybody through. The guard runs again in the browser.
 */
export const authGuard: CanActivateFn = async (_route, { url }) => {
  const auth = inject(AuthService);
  const router = inject(Router);
  await auth.restored;
  return (
    auth.isRestoring() || auth.isSignedIn() || router.createUrlTree(['/sign-in'], { queryParams: { return: url } })
  );
};
